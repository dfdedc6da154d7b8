/**
 * The JSON of something that does not change any more, written down once for all who ask for it within a short time.
 * A look through the latest ones costs far less than it does a WeakMap to learn of an object that is new each time.
 */
export function jsonOf(value: object): string {
  const known = latest.indexOf(value);
  if (known >= 0) return texts[known]!;
  const text = JSON.stringify(value);
  latest[next] = value;
  texts[next] = text;
  next = (next + 1) % KEPT;
  return text;
}

/** As many as are being answered at the same time, and some more. */
const KEPT = 64;
const latest: object[] = [];
const texts: string[] = [];
let next = 0;
