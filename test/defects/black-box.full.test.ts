import { describe, expect, it } from 'vitest';
import { thirdOf } from '../support/full-size.ts';
import { bundleDefects } from './bundle-defects.ts';
import type { Defect } from './defect.ts';
import { loadDefects } from './load-defects.ts';
import type { Plant } from './now-and-then.ts';
import { together } from './plants.ts';
import { verifyBlackBox } from './verify-black-box.ts';

/** Defects of a bundle. */
const BUNDLE = 6;
const AREAS = ['auth', 'flight-order', 'flight-search', 'offer', 'segment', 'transfer'];
const bundles = sample(bundleDefects(await loadDefects(), BUNDLE));

describe('a service without control API and scenarios', () => {
  it('is sampled with defects of every area', () => {
    const areas = new Set(bundles.flat().map(({ rule }) => rule.split('.', 1).join()));
    for (const area of AREAS) expect(areas).toContain(area);
  });

  const named = bundles.map((bundle) => ({ names: bundle.map(({ name }) => name).join(', '), bundle }));
  it.each(thirdOf('defects of a service without control API', named))(
    'never passes with an active defect: $names',
    { timeout: 300_000 },
    async ({ bundle }) => {
      const silent: string[] = [];
      for (const defect of await unseen(bundle))
        // Another defect of the bundle may have been in its way.
        if ((await unseen([defect])).length > 0) silent.push(defect.name);
      expect(silent).toEqual([]);
    },
  );
});

/** Returns a bundle for each area. */
function sample(all: readonly (readonly Defect[])[]): (readonly Defect[])[] {
  return AREAS.flatMap((area) => {
    const own = all.filter((bundle) => bundle.some(({ rule }) => rule.startsWith(`${area}.`)));
    return own.slice(own.length / 2).slice(0, 1);
  });
}

/** Defects that acted in a run, and whose rule is not red after it. */
async function unseen(defects: readonly Defect[]): Promise<Defect[]> {
  const watched = defects.map(watch);
  const { rules } = await verifyBlackBox(together(...watched.map(({ plant }) => plant)));
  const red = new Set(rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  return watched.filter(({ defect, hasActed }) => hasActed() && !red.has(defect.rule)).map(({ defect }) => defect);
}

/** A plant that replaces a whole operation does not show whether it acted: it counts as one that did not. */
function watch(defect: Defect): { defect: Defect; plant: Plant; hasActed: () => boolean } {
  let acts = 0;
  const plant = defect.every === undefined ? defect.plant.every?.(1, () => acts++) : undefined;
  return { defect, plant: plant ?? defect.plant, hasActed: () => acts > 0 };
}
