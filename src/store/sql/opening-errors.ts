/** Thrown if an opened store lacks something, or has wrong contents. */
export class DamageError extends Error {}

/** Thrown for a store from a newer version. This version reads stores with at most `reads` migrations. */
export class NewerError extends Error {
  constructor(reads: number) {
    super(`it was made by a newer taxiway; this one reads stores up to version ${reads}`);
  }
}

/** Thrown for a store in use by another process. */
export class InUseError extends Error {}

/** Thrown for a database server below the minimum version. */
export class OldServerError extends Error {}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
