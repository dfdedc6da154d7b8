import { Refusal } from '../../interface/errors/refusal.ts';
import type { Place } from '../../store/resources.ts';

/** A page of resources begins after this record, or after this offer of the search. */
export interface Cursor extends Place {
  /** Index of an offer within its search. */
  offer?: number;
}

export function writeCursor({ number, id, offer }: Cursor): string {
  return `${number}.${id}${offer === undefined ? '' : `.${offer}`}`;
}

/** Reads a validated cursor. Refuses one of another kind of resource with `page_of_another_list`. */
export function readCursor(text: string | undefined, kind: string): Cursor | null {
  if (text === undefined) return null;
  const [, number, id, offer] = /^(\d{1,15})\.(\w{1,64})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (id === undefined || (offer !== undefined) !== (kind === 'offers')) {
    throw new Refusal('page_of_another_list', [
      {
        path: 'query/after',
        message:
          `"${text.slice(0, 64)}" is not the next of a page of ${kind}; ` + 'leave after out to begin with the oldest',
      },
    ]);
  }
  return { number: Number(number), id, ...(offer !== undefined && { offer: Number(offer) }) };
}
