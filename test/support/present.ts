/** A value that a test cannot do without. Throws an Error where it is missing, with what it is. */
export function present<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

/** The match of a pattern in a text. Throws an Error where there is none. */
export function matchOf(pattern: RegExp, text: string): RegExpExecArray {
  return present(pattern.exec(text), `match of ${pattern.source}`);
}
