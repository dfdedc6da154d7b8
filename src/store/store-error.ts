import { ExplainedError } from '../base/explained-error.ts';

/** Thrown when a store file cannot be opened: it is in use, not a store, damaged, or not writable. */
export class StoreError extends ExplainedError {
  override readonly name = 'StoreError';
}
