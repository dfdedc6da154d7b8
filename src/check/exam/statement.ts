import { isRecord, isText } from '../../base/values/kinds.ts';
import type { ExitCodes } from './protocol.ts';
import type { ClientEnd } from './run-client.ts';
import type { Belief } from './situation.ts';
import { beliefs } from './situation.ts';
import type { Grade } from './standing.ts';
import type { Trip } from './trip.ts';

/** A client's final statement. */
export interface Statement {
  belief: Belief;
  /** Its latest `outcome`; null for an unknown outcome. */
  outcome: Belief | null;
  /** Ids in the stated bookings; empty if it names none. */
  ids: readonly string[];
  /** Statement on each traveller; empty if the client makes none. */
  travellers: readonly StatedTraveller[];
}

/** One client's statement, and the trip it was asked to book. */
export interface Account {
  statement: Statement | null;
  trip: Trip;
}

/** Statement on one traveller's booking. Null for a field left out by the client. */
export interface StatedTraveller {
  /** reservationId, confirmationNumber or orderId. */
  id: string | null;
  price: number | null;
  currency: string | null;
  /** Local pickup or departure date and time, as the client wrote it. */
  localTime: string | null;
  name: string | null;
  /** Local departure of the flight back, as the client wrote it. */
  returnTime: string | null;
  bornDate: string | null;
  /** Number of the identity document. */
  document: string | null;
  /** Deadline for the payment, ISO 8601. */
  payBy: string | null;
}

/**
 * Reads a client's belief from its exit code, and its bookings from its last output line if that is a JSON object:
 * `{"outcome":"booked","travellers":[{"id":"…","price":23.04}]}`, or with a `reservationId`, `confirmationNumber` or
 * `orderId` alone. The outcome comes from the last line with an outcome. Null for another exit code.
 */
export function readStatement({ how, exitCode, stdout }: ClientEnd, codes: ExitCodes): Statement | null {
  const belief = how === 'exited' ? beliefs.find((candidate) => codes[candidate] === exitCode) : undefined;
  if (belief === undefined) return null;
  const lines = stdout.trimEnd().split('\n').map(objectIn);
  const said = lines.at(-1) ?? {};
  const entries = said['travellers'];
  const travellers = Array.isArray(entries) ? entries.filter(isRecord).map(readTraveller) : [];
  const ids = [...NAMES.map((name) => said[name]), ...travellers.map(({ id }) => id)].filter(isText);
  const outcome = lines.map((line) => beliefIn(line['outcome'])).findLast((one) => one !== null) ?? null;
  return { belief, outcome, ids: [...new Set(ids)], travellers };
}

/** Reads an outcome in any notation, as in NOT_BOOKED; also a status in §3. */
function beliefIn(outcome: unknown): Belief | null {
  if (!isText(outcome)) return null;
  const said = outcome.toLowerCase().replace(/[^a-z]/g, '');
  return STATUSES.get(said) ?? beliefs.find((one) => one.replace(' ', '') === said) ?? null;
}

function objectIn(line: string): Record<string, unknown> {
  if (!line.startsWith('{')) return {};
  try {
    return { ...(JSON.parse(line) as object) };
  } catch {
    return {};
  }
}

/** Reads an entry of `travellers`. A field with another type counts as left out. */
function readTraveller(entry: Readonly<Record<string, unknown>>): StatedTraveller {
  return {
    id: textOf(entry['id']),
    price: priceOf(entry['price']),
    currency: textOf(entry['currency']),
    localTime: textOf(entry['pickup'] ?? entry['departure']),
    name: textOf(entry['name']),
    returnTime: textOf(entry['return']),
    bornDate: textOf(entry['bornDate']),
    document: textOf(entry['document']),
    payBy: textOf(entry['payBy']),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns a price. Decimals may come as a text, to keep their digits. */
function priceOf(value: unknown): number | null {
  const price = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof price === 'number' && Number.isFinite(price) ? price : null;
}

/** Fields for full content, in report order. */
export const contentFields = [
  'id',
  'price',
  'currency',
  'localTime',
  'name',
] as const satisfies (keyof StatedTraveller)[];
export type ContentField = (typeof contentFields)[number];

/** Stated and missing content in a client's bookings. Plain JSON. */
export interface StatedContent {
  /** Client number, from 1. */
  traveller: number;
  grade: Grade;
  travellers: readonly StatedTraveller[];
  notStated: readonly ContentField[];
}

/** Returns the statements from clients with a reported booking. */
export function gradeStatements(accounts: readonly Account[]): StatedContent[] {
  return accounts.flatMap(({ statement }, i) => {
    if (statement?.belief !== 'booked') return [];
    const { ids, travellers } = statement;
    // A single id at the top belongs to the only traveller.
    const entries = travellers.map((one) => ({ ...one, id: one.id ?? ids[0] ?? null }));
    const has = (field: ContentField) =>
      field === 'id' && entries.length === 0
        ? ids.length > 0
        : entries.length > 0 && entries.every((one) => one[field] !== null);
    const notStated = contentFields.filter((field) => !has(field));
    return [{ traveller: i + 1, grade: gradeWithout(notStated), travellers, notStated }];
  });
}

function gradeWithout(notStated: readonly ContentField[]): Grade {
  if (notStated.includes('id')) return 'none';
  if (notStated.includes('price') || notStated.includes('currency')) return 'ids';
  return notStated.length > 0 ? 'prices' : 'content';
}

const STATUSES: ReadonlyMap<string, Belief> = new Map([
  ['completed', 'booked'],
  ['failed', 'not booked'],
  ['pending', 'unknown'],
]);
const NAMES = ['reservationId', 'confirmationNumber', 'orderId'];
