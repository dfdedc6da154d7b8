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

/** Thrown for a connection pooler that shares the sessions of its clients. */
export class PoolerError extends Error {
  constructor(mode: string) {
    super(`a connection pooler in ${mode} mode gives the statements of one connection to several sessions`);
  }
}

/** Thrown for a database that cannot store every character. The message is its encoding. */
export class EncodingError extends Error {}

/** Thrown if another process has kept its turn for too long. The message names the turn. */
export class HeldError extends Error {}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
