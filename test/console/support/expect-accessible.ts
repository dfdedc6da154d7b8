import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Look = readonly [width: 1280 | 320, colorScheme: 'light' | 'dark'];

const LOOKS: readonly Look[] = [
  [1280, 'light'],
  [1280, 'dark'],
  [320, 'light'],
  [320, 'dark'],
];

/**
 * No violation of WCAG 2.2 A and AA and of best practice that axe finds on a page as it is shown now, in the light and
 * in the dark, on a desktop and on the narrowest phone, where nothing is wider than the screen.
 */
export async function expectAccessible(page: Page, looks: readonly Look[] = LOOKS): Promise<void> {
  const before = page.viewportSize();
  const found: string[] = [];
  if (await page.evaluate<boolean>('!globalThis.axe')) await page.evaluate(axe);
  for (const [width, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme });
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: width === 320 ? 640 : 800 });
    const runOnly = (await page.evaluate<boolean>(IS_KNOWN_SHAPE)) ? OF_COLOURS : ALL;
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify({ runOnly, ...ONLY_FAULTS })})`);
    found.push(
      ...violations.map(
        ({ id, nodes }) => `${colorScheme} ${width} ${id}: ${nodes.map(({ html }) => html).join('\n  ')}`,
      ),
    );
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
  expect(found).toEqual([]);
}

/** Without the selectors and the passes, which nobody reads, axe takes half the time. */
const ONLY_FAULTS = {
  ...{ resultTypes: ['violations'], reporter: 'no-passes', selectors: false },
  rules: { 'target-size': { enabled: true } },
};
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/**
 * True if the page had the same elements in the same places before: then it differs in its colours alone. Each further
 * rule costs time.
 */
const IS_KNOWN_SHAPE = `{
  const placeOf = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].join();
  };
  const shape = document.documentElement.outerHTML + Array.from(document.querySelectorAll('*'), placeOf).join(' ');
  const shapes = (globalThis.knownShapes ??= new Set());
  const { size } = shapes;
  shapes.add(shape).size === size;
}`;
