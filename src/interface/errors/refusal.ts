import type { ErrorEntry, ErrorName } from './catalogue.ts';
import { catalogue } from './catalogue.ts';

/** A violation and its place in the request: a JSON pointer into the body, or `query/…`, `path/…`, `header/…`. */
export interface RefusalDetail {
  path: string;
  message: string;
  /** Index of the offending passenger. */
  index?: number;
}

/**
 * Refuses a request; every part of the service throws it. It has a catalogue entry's name, and details for violations
 * with a place. The response has the messages in these details, or, without details, the entry's sentences.
 */
export class Refusal extends Error {
  readonly entry: ErrorEntry & { code: string };
  readonly details: readonly RefusalDetail[];

  constructor(name: ErrorName, details: readonly RefusalDetail[] = []) {
    const entry: ErrorEntry = catalogue[name];
    super(`${entry.summary} ${entry.next}`);
    this.name = 'Refusal';
    this.entry = { code: name, ...entry };
    this.details = details;
  }

  get code(): string {
    return this.entry.code;
  }

  get status(): number {
    return this.entry.status;
  }
}

/**
 * Returns an addition to the refusal for an unknown search or pricing if some were dropped from the profile to make
 * room: this may be one of them. (assumption sandbox.bounds)
 */
export function droppedNote(dropped: number, kind: 'searches' | 'pricings' = 'searches'): string {
  return dropped === 0
    ? ''
    : ` It may have been removed: the sandbox keeps a limited number of ${kind}, and dropped ${dropped} of ` +
        'this profile. Start it with a larger --max-searches to keep more.';
}
