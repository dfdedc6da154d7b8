import { inject } from 'vitest';
import { newSchema } from '../support/postgres/new-schema.ts';
import { temporaryFile } from '../support/temporary-file.ts';

/** The kinds of store that a project tests, each with new addresses of empty stores. PostgreSQL has its own project. */
export const stores: readonly StoreKind[] =
  inject('postgres') === undefined
    ? [
        { name: 'memory', durable: false, newAddress: () => ':memory:' },
        { name: 'file', durable: true, newAddress: temporaryFile },
      ]
    : [{ name: 'PostgreSQL', durable: true, newAddress: newSchema }];

export interface StoreKind {
  name: string;
  durable: boolean;
  newAddress: () => string;
}

/** Stores with a state that outlives the process. */
export const durableStores = stores.filter(({ durable }) => durable);
