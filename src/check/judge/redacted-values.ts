/**
 * Watches which redacted values a check looks at. A recording in which each token reads `[REDACTED]` shows nothing of
 * its tokens: two of them are equal whatever was sent. A verdict that rests on such a value is undecided.
 */
export class RedactedValues {
  #seen = false;

  /** Runs one check; returns true if it looked at a redacted value. */
  watch(check: () => void): boolean {
    this.#seen = false;
    check();
    return this.#seen;
  }

  /** Takes note of the redacted texts among some values. */
  note(...values: readonly unknown[]): void {
    if (values.some((value) => typeof value === 'string' && isRedacted(value))) this.#seen = true;
  }

  /** Returns the same JSON value, which takes note when a redacted text in it is read. Bodies without one stay as they are. */
  wrap(value: unknown): unknown {
    return holdsRedacted(value, 0) ? this.#proxy(value) : value;
  }

  #proxy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get: (target, name) => {
        const part: unknown = Reflect.get(target, name);
        this.note(part);
        return this.#proxy(part);
      },
    });
  }
}
