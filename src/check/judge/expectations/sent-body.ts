import { isRecord } from '../../../base/values/kinds.ts';
import type { ConductCheck, View } from '../conduct.ts';
import type { Body } from '../judged-exchange.ts';
import { MAX_REQUEST_BYTES } from '../judged-exchange.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns a check for request fields. Without a body, or with a body other than an object, it has no fields. An
 * unreadable body stays undecided.
 */
export function onFields(judge: (view: View, fields: Fields) => void): ConductCheck['judge'] {
  return (view) => {
    const { body } = view.exchange.request;
    const hidden = hiddenIn(body);
    if (hidden === null) judge(view, fieldsOf(body));
    else view.undecided(hidden);
  };
}

/** Returns the reason if a request's fields are hidden; null otherwise. */
export function hiddenIn({ kind }: Body): string | null {
  if (kind === 'unknown') return NOT_SEEN;
  return kind === 'unreadable' ? 'the body of the request is not JSON' : null;
}

/** Returns a body's fields; none unless it is an object. */
export function fieldsOf(body: Body): Fields {
  return body.kind === 'json' && isRecord(body.value) ? body.value : NONE;
}

/**
 * Returns the objects in a list. An entry other than an object has no fields; a value other than a list has no entries.
 */
export function entriesOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return NO_ENTRIES;
  return value.every(isRecord) ? value : value.map((entry: unknown) => (isRecord(entry) ? entry : NONE));
}

/** Reason for a request without a visible body. */
export const NOT_SEEN =
  `the body of the request is not recorded in full, or has more than ${MAX_REQUEST_BYTES.toLocaleString('en')} ` +
  'characters';
const NONE: Fields = {};
const NO_ENTRIES: readonly Fields[] = [];
