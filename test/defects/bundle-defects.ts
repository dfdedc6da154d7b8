import type { Defect } from './defect.ts';

/**
 * Bundles of up to `size` defects that share one sandbox and one run. No rule is broken by two defects of a bundle, so
 * each red rule belongs to one of them. Defects of one section (`flight-order.passengers`) would interact, so a bundle
 * has one of each; those that act now and then leave room for others.
 */
export function bundleDefects(defects: readonly Defect[], size: number): Defect[][] {
  const bundles: Defect[][] = [];
  for (const defect of inOrder(defects)) {
    const free = bundles.filter((bundle) => bundle.length < size && bundle.every((other) => isApart(defect, other)));
    const [best] = free.sort((one, other) => kinOf(defect, one) - kinOf(defect, other) || one.length - other.length);
    if (best) best.push(defect);
    else bundles.push([defect]);
  }
  return bundles;
}

/** Number of defects of a bundle that are of the same area (`flight-order`): the fewer, the less they interact. */
function kinOf(defect: Defect, bundle: readonly Defect[]): number {
  return bundle.filter((other) => sectionOf(other, 1) === sectionOf(defect, 1)).length;
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
  return sectionOf(one) === sectionOf(other) && one.every === undefined && other.every === undefined;
}

function sectionOf({ rule }: Defect, depth = 2): string {
  return rule.split('.', depth).join('.');
}

function hides({ hides: hidden = [] }: Defect, other: Defect): boolean {
  return brokenBy(other).some((rule) => hidden.some((beginning) => rule.startsWith(beginning)));
}

/** Defects that fit into few bundles come first. */
function inOrder(defects: readonly Defect[]): Defect[] {
  return [...defects].sort(
    (one, other) =>
      Number(other.hides !== undefined) - Number(one.hides !== undefined) ||
      one.rule.localeCompare(other.rule, 'en') ||
      one.name.localeCompare(other.name, 'en'),
  );
}
