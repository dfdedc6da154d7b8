import type { Shares } from './code-parts.ts';
import { partNames } from './code-parts.ts';

/** Returns the share of each part that a fraction of the profiles is below: 0.5 for the median. */
export function sharesAt(fraction: number, profiles: readonly Shares[]): Shares {
  return Object.fromEntries(partNames.map((name) => [name, quantile(fraction, profiles, name)]));
}

function quantile(fraction: number, profiles: readonly Shares[], name: string): number {
  const sorted = profiles.map((shares) => shares[name]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * fraction)];
}
