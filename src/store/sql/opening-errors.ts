/** Thrown when an opened store lacks something, or holds something that is wrong. */
export class DamageError extends Error {}

/** Thrown for a store that this version cannot read: it reads those with as many migrations as `reads`, or fewer. */
export class NewerError extends Error {
  constructor(reads: number) {
    super(`it was made by a newer taxiway; this one reads stores up to version ${reads}`);
  }
}

/** Thrown for a store that another process uses. */
export class InUseError extends Error {}

/** Thrown for a database server that is too old. */
export class OldServerError extends Error {}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
