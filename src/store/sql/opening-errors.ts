/** Thrown if an opened store lacks something, or has wrong contents. */
export class DamageError extends Error {}

/** Thrown for a store with another version's tables. */
export class VersionError extends Error {
  constructor() {
    super('another version of taxiway made it');
  }
}

/** Thrown for a store in use by another process. */
export class InUseError extends Error {}

/** Thrown for a database server below the minimum version. */
export class OldServerError extends Error {}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
