/**
 * Returns the wait, in milliseconds after the instant `now`, from a `Retry-After` header: seconds, or an HTTP date.
 * Returns undefined if it is neither.
 */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  const value = text?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND;
  const ms = HTTP_DATE.test(value) ? Date.parse(value) - now : NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const SECOND = 1000;
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
