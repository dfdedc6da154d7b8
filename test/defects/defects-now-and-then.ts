import type { Defect } from './defect.ts';
import { neverNowAndThen, occasions, reasonIn } from './kinds.ts';

/**
 * For each rule without a defect that acts now and then, one of its defects made so: it acts at every third occasion,
 * or as often as `occasions` says.
 */
export function defectsNowAndThen(defects: readonly Defect[]): Defect[] {
  const known = new Set(defects.filter(({ every }) => every !== undefined).map(({ rule }) => rule));
  const rules = new Set(
    defects.map(({ rule }) => rule).filter((rule) => !known.has(rule) && reasonIn(neverNowAndThen, rule) === null),
  );
  return [...rules].flatMap((rule) => {
    const { of = null, n = 3, alsoBreaks = [] } = occasions[rule] ?? {};
    const all = defects.filter((defect) => defect.rule === rule && (of === null || defect.name === of));
    const defect = all.find(({ plant, hides }) => plant.every && !hides) ?? all.find(({ plant }) => plant.every);
    return defect ? [nowAndThen({ ...defect, alsoBreaks: [...(defect.alsoBreaks ?? []), ...alsoBreaks] }, n)] : [];
  });
}

function nowAndThen({ name, breaks, plant, ...defect }: Defect, n: number): Defect {
  const often = ['second', 'third'][n - 2] ?? `${n}th`;
  return {
    ...defect,
    name: `${name}-every-${often}-time`,
    every: n,
    breaks: `Every ${often} time: ${breaks}`,
    plant: plant.every?.(n) ?? plant,
  };
}
