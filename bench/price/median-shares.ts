import { median } from '../compare.ts';
import type { Shares } from './code-parts.ts';
import { partNames } from './code-parts.ts';

/** Returns the median of each part. */
export function medianShares(profiles: readonly Shares[]): Shares {
  return Object.fromEntries(partNames.map((name) => [name, median(profiles.map((shares) => shares[name]))]));
}
