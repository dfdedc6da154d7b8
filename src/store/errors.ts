import { ExplainedError } from '../base/config-error.ts';

/** Thrown when a store file cannot be opened: it is in use, not a store, damaged, or not writable. */
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
