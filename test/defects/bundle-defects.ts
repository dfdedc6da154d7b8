import type { Defect } from './defect.ts';

/**
 * Bundles of defects that share one sandbox and one run. No rule is broken by two defects of a bundle, so each red rule
 * belongs to one of them. Defects of one area would interact, so a bundle has one of each; those that act now and then
 * leave room for others.
 */
export function bundleDefects(defects: readonly Defect[]): Defect[][] {
  const bundles: Defect[][] = [];
  for (const defect of inOrder(defects)) {
    const free = bundles.filter((bundle) => bundle.length < MOST && bundle.every((other) => isApart(defect, other)));
    const [smallest] = free.sort((one, other) => one.length - other.length);
    if (smallest) smallest.push(defect);
    else bundles.push([defect]);
  }
  return bundles;
}

/** Every rule that a defect turns red. */
export function brokenBy({ rule, alsoBreaks = [] }: Defect): string[] {
  return [rule, ...alsoBreaks];
}

function isApart(one: Defect, other: Defect): boolean {
  const shared = brokenBy(one).some((rule) => brokenBy(other).includes(rule));
  return !shared && !interact(one, other) && !hides(one, other) && !hides(other, one);
}

function interact(one: Defect, other: Defect): boolean {
  return areaOf(one) === areaOf(other) && one.every === undefined && other.every === undefined;
}

function areaOf({ rule }: Defect): string {
  return rule.split('.', 1).join();
}

function hides({ hides: hidden = [] }: Defect, other: Defect): boolean {
  return brokenBy(other).some((rule) => hidden.some((beginning) => rule.startsWith(beginning)));
}

/** Those that fit into few bundles first. */
function inOrder(defects: readonly Defect[]): Defect[] {
  return [...defects].sort(
    (one, other) =>
      Number(other.hides !== undefined) - Number(one.hides !== undefined) ||
      one.rule.localeCompare(other.rule, 'en') ||
      one.name.localeCompare(other.name, 'en'),
  );
}

/** The more defects a bundle has, the more often two of them interact. */
const MOST = 6;
