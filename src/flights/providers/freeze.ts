/** Freezes a value with all its parts. Skips frozen values, and assumes their parts to be frozen. */
export function freeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  const parts: unknown[] = Object.values(value);
  for (const part of parts) if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}
