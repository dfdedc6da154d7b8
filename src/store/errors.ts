import { ExplainedError } from '../base/config-error.ts';

/**
 * Thrown if a store cannot be opened: it is in use, not a store, damaged, not writable or out of reach.
 *
 * @example
 * ```ts
 * import { createSandbox, StoreError } from 'taxiway';
 *
 * await createSandbox({ store: 'sandbox.db' }).catch((error: unknown) => {
 *   if (error instanceof StoreError) console.error(error.message);
 * });
 * ```
 */
export class StoreError extends ExplainedError {
  override readonly name = 'StoreError';
}

/** Thrown if another record has an inserted record's id. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}

/**
 * Thrown if another process has replaced or removed a profile's state in the meantime. Nothing was stored in the new
 * state: the caller switches to it (`StateStore.follow`) and starts again.
 */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

/** Thrown if the store cannot be written: no space, a read-only file, a failing disk. Nothing was stored. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

/**
 * Thrown if the store's database cannot be reached, is too slow or out of resources. If the connection was lost, a
 * statement under way may have been executed.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  readonly isConnectionLost: boolean;

  constructor(
    message: string,
    { isConnectionLost = false, ...options }: { cause?: unknown; isConnectionLost?: boolean } = {},
  ) {
    super(message, options);
    this.isConnectionLost = isConnectionLost;
  }
}
