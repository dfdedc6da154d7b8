/** The value of an HTTP Date header for an instant. */
export function toHttpDate(instant: number): string {
  const second = Math.floor(instant / 1000);
  if (second !== last.second) last = { second, text: new Date(instant).toUTCString() };
  return last.text;
}

/** Most responses are sent within the same second as the one before. */
let last = { second: NaN, text: '' };
