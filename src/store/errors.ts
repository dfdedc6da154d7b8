import { ExplainedError } from '../base/config-error.ts';

/** Thrown when a store cannot be opened: it is in use, not a store, damaged, not writable or cannot be reached. */
export class StoreError extends ExplainedError {
  override readonly name = 'StoreError';
}

/** Thrown when a record is inserted under an id that another record has. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}

/** Thrown when the store cannot be written: no space, a read-only file, a failing disk. Nothing was stored. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

/**
 * Thrown when the database of the store cannot be reached, is too slow or out of resources. If the connection was lost,
 * a statement under way may have been executed.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  readonly isConnectionLost: boolean;

  constructor(
    message: string,
    { isConnectionLost = false, ...options }: ErrorOptions & { isConnectionLost?: boolean } = {},
  ) {
    super(message, options);
    this.isConnectionLost = isConnectionLost;
  }
}
