import { isUtf8 } from 'node:buffer';
import type { Insertable, Selectable } from 'kysely';
import type { Message } from '../../../exchange/exchange.ts';
import { inPairs } from '../../../exchange/exchange.ts';
import type { Dropped, ExchangeSummary, JournaledExchange, NewExchange, NewMessage } from '../../journal.ts';
import type { Tables } from '../tables.ts';

export type ExchangeRow = Selectable<Tables['exchanges']>;
export type NewExchangeRow = Insertable<Tables['exchanges']>;
export type JournalRow = Selectable<Tables['journals']>;

/** The columns before the bodies. */
export const HEAD_COLUMNS = [
  'exchange_id',
  'sequence',
  'authenticated',
  'at',
  'operation_id',
  'method',
  'path',
  'status',
  'ending',
  'scenario',
  'scenario_from',
  'overlapped',
  'outcome',
  'outcome_text',
  'real_time',
  'duration_ms',
  'origin',
  'details',
] as const satisfies (keyof ExchangeRow)[];

type HeadRow = Pick<ExchangeRow, (typeof HEAD_COLUMNS)[number]>;

/** A journal without exchanges. */
export function emptyJournal(owner: number): JournalRow {
  return {
    owner,
    last: 0,
    exchanges: 0,
    bytes: 0,
    dropped_exchanges: 0,
    dropped_bytes: 0,
    dropped_before: null,
    unauthenticated: 0,
    dropped_unauthenticated: 0,
    cleared_exchange: 0,
    unknown_before: null,
    known_before: null,
  };
}

export const JOURNAL_COLUMNS = Object.keys(emptyJournal(0)) as (keyof JournalRow)[];

export function toDropped(row: JournalRow | undefined): Dropped {
  return {
    exchanges: row?.dropped_exchanges ?? 0,
    bytes: row?.dropped_bytes ?? 0,
    before: row?.dropped_before ?? null,
  };
}

/** The column `details`. */
interface Details extends Pick<NewExchange, 'idle' | 'problem'> {
  request: MessageDetails;
  response: MessageDetails | null;
}

/** A message's part in `details`. */
type MessageDetails = Omit<NewMessage, 'body'>;

/** Returns an exchange's row, without its sequence number: `numberRows` adds it. */
export function toRow(exchange: Omit<NewExchange, 'profileCode'>, owner: number): NewExchangeRow {
  const { request, response } = exchange;
  return {
    owner,
    sequence: 0,
    exchanges_before: 0,
    bytes_before: 0,
    exchange_id: exchange.exchangeId,
    authenticated: exchange.authenticated ? 1 : 0,
    at: exchange.at,
    operation_id: exchange.operationId,
    method: exchange.method,
    path: exchange.path,
    status: exchange.status,
    ending: exchange.ending,
    scenario: exchange.scenario,
    scenario_from: exchange.scenarioFrom,
    overlapped: exchange.overlapped,
    outcome: exchange.outcome.kind,
    outcome_text: exchange.outcome.text,
    real_time: exchange.realTime,
    duration_ms: exchange.durationMs,
    origin: exchange.origin,
    details: JSON.stringify({
      request: toDetails(request),
      response: response && toDetails(response),
      idle: exchange.idle,
      problem: exchange.problem,
    } satisfies Details),
    request_body: request.body,
    response_body: response && response.body,
  };
}

/** Appends rows to a journal that already counts them. */
export function numberRows(rows: readonly NewExchangeRow[], journal: JournalRow): void {
  const added = { exchanges: 0, bytes: 0, unauthenticated: 0 };
  for (const row of rows) count(added, row);
  let sequence = journal.last - rows.length;
  const before = {
    exchanges: journal.exchanges + journal.dropped_exchanges - added.exchanges,
    bytes: journal.bytes + journal.dropped_bytes - added.bytes,
    unauthenticated: journal.unauthenticated + journal.dropped_unauthenticated - added.unauthenticated,
  };
  for (const row of rows) {
    row.sequence = ++sequence;
    row.exchanges_before = row.authenticated === 1 ? before.exchanges : before.unauthenticated;
    row.bytes_before = before.bytes;
    count(before, row);
  }
}

/** Adds a row to a journal's counts. */
export function count(counts: Pick<JournalRow, 'exchanges' | 'bytes' | 'unauthenticated'>, row: NewExchangeRow): void {
  if (row.authenticated === 0) return void counts.unauthenticated++;
  counts.exchanges++;
  counts.bytes += sizeOf(row);
}

function toDetails({ headers, bodyBytes, cut }: NewMessage): MessageDetails {
  return { headers, bodyBytes, cut };
}

function toHead(row: HeadRow, { idle, problem }: Details) {
  return {
    exchangeId: row.exchange_id,
    sequence: row.sequence,
    authenticated: row.authenticated === 1,
    at: row.at,
    realTime: row.real_time,
    durationMs: row.duration_ms,
    origin: row.origin,
    operationId: row.operation_id,
    method: row.method,
    path: row.path,
    status: row.status,
    ending: row.ending,
    outcome: { kind: row.outcome, text: row.outcome_text },
    scenario: row.scenario,
    scenarioFrom: row.scenario_from,
    overlapped: row.overlapped,
    ...(idle && { idle }),
    ...(problem !== undefined && { problem }),
  };
}

export function toSummary(row: HeadRow): ExchangeSummary {
  const details = readDetails(row);
  const { request, response } = details;
  return { ...toHead(row, details), requestBytes: request.bodyBytes, responseBytes: response?.bodyBytes ?? 0 };
}

export function toRecord(row: ExchangeRow): JournaledExchange {
  const details = readDetails(row);
  const { request, response } = details;
  return {
    ...toHead(row, details),
    request: toMessage(request, row.request_body),
    response: response && toMessage(response, row.response_body),
  };
}

function readDetails({ details }: Pick<ExchangeRow, 'details'>): Details {
  return JSON.parse(details) as Details;
}

function toMessage({ headers, bodyBytes, cut }: MessageDetails, bytes: Uint8Array | null): Message {
  const encoding = bytes === null || isUtf8(bytes) ? 'utf-8' : 'base64';
  return { headers: inPairs(headers), body: bytes && asBuffer(bytes).toString(encoding), encoding, bodyBytes, cut };
}

/** Inverts `toRecord`. */
export function toNew({ request, response, ...head }: JournaledExchange): Omit<NewExchange, 'profileCode'> {
  return {
    ...head,
    request: toNewMessage(request),
    response: response && toNewMessage(response),
  };
}

function toNewMessage({ headers, body, encoding, bodyBytes, cut }: Message): NewMessage {
  return { headers: headers.flat(), body: body === null ? null : Buffer.from(body, encoding), bodyBytes, cut };
}

/** Returns an exchange's size for the bounds: its bodies and its longer texts. */
function sizeOf({ path, details, request_body, response_body }: NewExchangeRow): number {
  return ROW_BYTES + path.length + details.length + (request_body?.length ?? 0) + (response_body?.length ?? 0);
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Approximate size of a row's shorter columns together. */
const ROW_BYTES = 200;
