import { StoreError } from '../../store-error.ts';

/** Thrown when an opened store lacks something, or holds something that is wrong. */
export class DamageError extends Error {}

/** Turns any failure to open a store into a StoreError that says why, and what to do. */
export function toStoreError(path: string, error: unknown): StoreError {
  return error instanceof StoreError ? error : new StoreError(explain(path, toError(error)), { cause: error });
}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function explain(path: string, error: Error): string {
  const { message } = error;
  if (/locked|busy/i.test(message))
    return `the store file ${path} is in use by another process; stop it first, or give another --store`;
  if (error instanceof DamageError || /malformed/i.test(message)) {
    return (
      `the store file ${path} is damaged (${message}); restore a backup of it, ` +
      `or delete it together with ${path}-wal to begin with an empty store, or give another --store`
    );
  }
  if (/not a database/i.test(message))
    return `${path} is not a taxiway store, or its beginning is damaged; give another --store, or restore a backup`;
  if (/readonly/i.test(message))
    return (
      `the store file ${path} cannot be written (${message}); ` +
      'make it and its folder writable, or give another --store'
    );
  if (/full|disk I\/O/i.test(message))
    return `the store file ${path} cannot be written (${message}); free space on its disk, or give another --store`;
  return `the store file ${path} cannot be opened (${message}); check that its folder exists and is writable`;
}
