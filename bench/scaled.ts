/** Returns an amount for a run with a share of the usual amounts, at least 1. */
export function scaled(amount: number, scale: number): number {
  return Math.max(1, Math.round(amount * scale));
}
