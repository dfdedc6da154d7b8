/**
 * Values that a recording shows redacted. Two tokens that both read `[REDACTED]` are equal, whatever was sent, so a
 * verdict that rests on one is undecided. Checks read values in many places; a parsed value notes what they read.
 */
const MARK = /^[\s<[({"'*]*(?:redacted|filtered|masked|removed)[\s>\])}"'*]*$|^[*•]{3,}$|^…$/i;
/** Finds texts that may have a mark, so that other bodies stay as they are. */
const SUSPICIOUS = /redacted|filtered|masked|removed|\*{3}|•{3}|…/i;

let hasRead = false;

/** Forgets what was read; to be called before each check. */
export function beginReading(): void {
  hasRead = false;
}

/** True if a redacted value was read since `beginReading`. */
export function hasReadRedacted(): boolean {
  return hasRead;
}

/** Takes note of redacted values that are about to be read. */
export function noteRedacted(...values: readonly unknown[]): void {
  if (values.some((value) => typeof value === 'string' && MARK.test(value))) hasRead = true;
}

/** Returns a parsed value that notes when a redacted part of it is read. `text`: what it was parsed from. */
export function watched<Value>(value: Value, text: string): Value;
export function watched(value: unknown, text: string): unknown {
  return SUSPICIOUS.test(text) ? watch(value) : value;
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

/** Why a verdict that rests on such a value is undecided. */
export const REDACTED = 'the recording shows a value that it depends on redacted';
