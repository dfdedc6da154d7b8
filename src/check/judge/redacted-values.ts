/**
 * Redacted values in a recording. Two tokens shown as `[REDACTED]` are equal, regardless of their real values, so a
 * verdict based on one is undecided. Checks read values in many places, so a parsed value notes each read.
 */
const MARK = /^[\s<[({"'*]*(?:redacted|filtered|masked|removed)[\s>\])}"'*]*$|^[*•]{3,}$|^…$/i;
const SUSPICIOUS = /redacted|filtered|masked|removed|\*{3}|•{3}|…/i;

let hasRead = false;

/** Forgets earlier reads. The judge calls it before each check. */
export function beginReading(): void {
  hasRead = false;
}

/** True if a redacted value was read since `beginReading`. */
export function hasReadRedacted(): boolean {
  return hasRead;
}

/** Notes redacted values before a read. */
export function noteRedacted(...values: readonly unknown[]): void {
  if (values.some((value) => typeof value === 'string' && MARK.test(value))) hasRead = true;
}

/** True if a text may have a mark in it. */
export function isRedacted(text: string): boolean {
  return SUSPICIOUS.test(text);
}

/** Returns a parsed value that notes each read of a redacted part. `text`: its source. */
export function watched<Value>(value: Value, text: string): Value {
  return isRedacted(text) ? (watch(value) as Value) : value;
}

function watch(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      noteRedacted(part);
      return watch(part);
    },
  });
}

/** Reason for an undecided verdict after such a read. */
export const REDACTED = 'the recording shows a necessary value redacted';
