import { catalogue } from './catalogue.ts';
import type { ErrorEntry, ErrorName } from './catalogue.ts';

/** Where in the request a thing is wrong: a JSON pointer into the body, or `query/…`, `path/…`, `header/…`. */
export interface RefusalDetail {
  path: string;
  message: string;
  /** Index of the offending passenger. */
  index?: number;
}

/**
 * What every part of the service throws when it refuses a request: the name of an entry in the catalogue
 * and, where something can be pointed at, the details. The messages of the details become the messages of
 * the response; without details the entry's own sentences do.
 */
export class Refusal extends Error {
  readonly entry: ErrorEntry;
  readonly details: readonly RefusalDetail[];

  constructor(name: ErrorName, details: readonly RefusalDetail[] = []) {
    const entry: ErrorEntry = catalogue[name];
    super(`${entry.summary} ${entry.next}`);
    this.name = 'Refusal';
    this.entry = { code: name, ...entry };
    this.details = details;
  }

  get code(): string {
    return this.entry.code as string;
  }

  get status(): number {
    return this.entry.status;
  }
}
