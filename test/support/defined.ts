/** The value, for a test that cannot go on without it. Throws when there is none. */
export function defined<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error(`expected a value, got ${String(value)}`);
  return value;
}
