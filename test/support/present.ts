/** Returns a required value. Throws an Error with its name if it is missing. */
export function present<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

/** Returns a pattern's match in a text. Throws an Error if there is none. */
export function matchOf(pattern: RegExp, text: string): RegExpExecArray {
  return present(pattern.exec(text), `match of ${pattern.source}`);
}
