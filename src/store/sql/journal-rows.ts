import { isUtf8 } from 'node:buffer';
import type { Insertable, Selectable } from 'kysely';
import type {
  Dropped,
  Ending,
  ExchangeRecord,
  ExchangeSummary,
  MessageRecord,
  NewExchange,
  NewMessage,
} from '../journal.ts';
import type { Tables } from './tables.ts';

export type ExchangeRow = Selectable<Tables['exchanges']>;
export type NewExchangeRow = Insertable<Tables['exchanges']>;
export type JournalRow = Selectable<Tables['journals']>;

/** The columns that come before the bodies. */
export const HEAD = [
  'exchange_id',
  'sequence',
  'at',
  'operation_id',
  'method',
  'path',
  'status',
  'ending',
  'scenario',
  'scenario_from',
  'details',
] as const satisfies (keyof ExchangeRow)[];

export function toDropped(row: JournalRow | undefined): Dropped {
  return {
    exchanges: row?.dropped_exchanges ?? 0,
    bytes: row?.dropped_bytes ?? 0,
    before: row?.dropped_before ?? null,
  };
}

/** What `details` holds of a message. */
type Details = Omit<NewMessage, 'body'>;

/** The row of an exchange; where it stands in the journal is filled in by `place`. */
export function toRow(exchange: NewExchange): NewExchangeRow {
  const { request, response } = exchange;
  return {
    profile_code: exchange.profileCode,
    sequence: 0,
    bytes_before: 0,
    exchange_id: exchange.exchangeId,
    at: exchange.at,
    operation_id: exchange.operationId,
    method: exchange.method,
    path: exchange.path,
    status: exchange.status,
    ending: exchange.ending,
    scenario: exchange.scenario,
    scenario_from: exchange.scenarioFrom,
    details: JSON.stringify({ request: toDetails(request), response: response && toDetails(response) }),
    request_body: request.body,
    response_body: response && response.body,
  };
}

/** Puts rows that belong together behind whatever the journal had before, and had dropped; answers their bytes. */
export function place(rows: readonly NewExchangeRow[], lastBefore: number, bytesBefore: number): number {
  let bytes = 0;
  rows.forEach((row, i) => {
    row.sequence = lastBefore + 1 + i;
    row.bytes_before = bytesBefore + bytes;
    bytes += sizeOf(row);
  });
  return bytes;
}

function toDetails({ headers, bodyBytes, cut }: NewMessage): Details {
  return { headers, bodyBytes, cut };
}

function toHead(row: Pick<ExchangeRow, (typeof HEAD)[number]>) {
  return {
    exchangeId: row.exchange_id,
    sequence: row.sequence,
    at: row.at,
    operationId: row.operation_id,
    method: row.method,
    path: row.path,
    status: row.status,
    ending: row.ending as Ending,
    scenario: row.scenario,
    scenarioFrom: row.scenario_from,
  };
}

export function toSummary(row: Pick<ExchangeRow, (typeof HEAD)[number]>): ExchangeSummary {
  const { request, response } = JSON.parse(row.details) as { request: Details; response: Details | null };
  return { ...toHead(row), requestBytes: request.bodyBytes, responseBytes: response?.bodyBytes ?? 0 };
}

export function toRecord(row: ExchangeRow): ExchangeRecord {
  const { request, response } = JSON.parse(row.details) as { request: Details; response: Details | null };
  return {
    ...toHead(row),
    request: toMessage(request, row.request_body),
    response: response && toMessage(response, row.response_body),
  };
}

function toMessage({ headers, bodyBytes, cut }: Details, bytes: Uint8Array | null): MessageRecord {
  const encoding = bytes === null || isUtf8(bytes) ? 'utf-8' : 'base64';
  return { headers: pairUp(headers), body: bytes && asBuffer(bytes).toString(encoding), encoding, bodyBytes, cut };
}

function pairUp(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!] as [string, string]] : []));
}

/** The way back of `toRecord`. */
export function toNew(profileCode: string, { request, response, ...head }: ExchangeRecord): NewExchange {
  const messages = [request, response].map(
    (message) =>
      message && {
        ...message,
        headers: message.headers.flat(),
        body: message.body === null ? null : Buffer.from(message.body, message.encoding),
      },
  );
  return { ...head, profileCode, request: messages[0]!, response: messages[1] ?? null };
}

/** What an exchange counts against the bounds: its bodies, and its longer texts. */
export function sizeOf({ path, details, request_body, response_body }: NewExchangeRow): number {
  return ROW_BYTES + path.length + details.length + (request_body?.length ?? 0) + (response_body?.length ?? 0);
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The shorter columns of a row together. */
const ROW_BYTES = 200;
