import { isRecord } from '../../../base/values/kinds.ts';
import type { ConductCheck, View } from '../conduct.ts';
import type { Body } from '../judged-exchange.ts';
import { MAX_REQUEST_BYTES } from '../judged-exchange.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * A check of the fields that a request sends: none where it has no body, or one that is no object. What cannot be read
 * stays undecided.
 */
export function onFields(judge: (view: View, fields: Fields) => void): ConductCheck['judge'] {
  return (view) => {
    const { body } = view.exchange.request;
    const hidden = hiddenIn(body);
    if (hidden === null) judge(view, fieldsOf(body));
    else view.undecided(hidden);
  };
}

/** Why the fields of a request cannot be judged; null where they can. */
export function hiddenIn({ kind }: Body): string | null {
  if (kind === 'unknown') return NOT_SEEN;
  return kind === 'unreadable' ? 'the body of the request is not JSON' : null;
}

/** The fields of a body; none where it is no object. */
export function fieldsOf(body: Body): Fields {
  return body.kind === 'json' && isRecord(body.value) ? body.value : NONE;
}

/** The objects of a list; an entry that is no object has no fields, and what is no list no entries. */
export function entriesOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return NO_ENTRIES;
  return value.every(isRecord) ? value : value.map((entry: unknown) => (isRecord(entry) ? entry : NONE));
}

/** Why a request is not judged by its body. */
export const NOT_SEEN =
  `the body of the request is not recorded in full, or has more than ${MAX_REQUEST_BYTES.toLocaleString('en')} ` +
  'characters';
const NONE: Fields = {};
const NO_ENTRIES: readonly Fields[] = [];
