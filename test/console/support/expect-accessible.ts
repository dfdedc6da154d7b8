import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * No violation that axe finds on a page as it is shown now, in the light and in the dark. The page was opened with
 * `bypassCSP`, without which no script of a test gets in.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: axe });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    expect(
      violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ).toEqual([]);
  }
}
