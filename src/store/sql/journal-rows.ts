import { isUtf8 } from 'node:buffer';
import type { Insertable, Selectable } from 'kysely';
import type { Dropped, Ending, ExchangeRecord, ExchangeSummary, MessageRecord, NewExchange, NewMessage } from '../journal.ts';
import type { Tables } from './tables.ts';

export type ExchangeRow = Selectable<Tables['exchanges']>;
export type NewExchangeRow = Insertable<Tables['exchanges']>;
export type JournalRow = Selectable<Tables['journals']>;

/** The columns that come before the bodies. */
export const HEAD = [
  'exchange_id', 'sequence', 'at', 'operation_id', 'method', 'path', 'status', 'ending', 'scenario', 'scenario_from', 'details',
] as const satisfies (keyof ExchangeRow)[];

export function toDropped(row: JournalRow | undefined): Dropped {
  return { exchanges: row?.dropped_exchanges ?? 0, bytes: row?.dropped_bytes ?? 0, before: row?.dropped_before ?? null };
}

/** What `details` holds of a message. */
type Details = Omit<NewMessage, 'body'>;

/** A row from an exchange that has its sequence number, or gets it. */
export function toRow(exchange: NewExchange, sequence: number): NewExchangeRow {
  const { request, response } = exchange;
  return {
    profile_code: exchange.profileCode,
    sequence,
    exchange_id: exchange.exchangeId,
    at: exchange.at,
    operation_id: exchange.operationId,
    method: exchange.method,
    path: exchange.path,
    status: exchange.status,
    ending: exchange.ending,
    scenario: exchange.scenario,
    scenario_from: exchange.scenarioFrom,
    bytes: sizeOf(exchange),
    details: JSON.stringify({ request: toDetails(request), response: response && toDetails(response) }),
    request_body: request.body,
    response_body: response && response.body,
  };
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
  return { ...toHead(row), request: toMessage(request, row.request_body), response: response && toMessage(response, row.response_body) };
}

function toMessage({ headers, bodyBytes, cut }: Details, bytes: Uint8Array | null): MessageRecord {
  const encoding = bytes === null || isUtf8(bytes) ? 'utf-8' : 'base64';
  return { headers, body: bytes && asBuffer(bytes).toString(encoding), encoding, bodyBytes, cut };
}

/** The way back of `toRecord`. */
export function toNew(profileCode: string, { request, response, ...head }: ExchangeRecord): NewExchange {
  const messages = [request, response].map((message) => message && { ...message, body: message.body === null ? null : Buffer.from(message.body, message.encoding) });
  return { ...head, profileCode, request: messages[0]!, response: messages[1] ?? null };
}

/** What an exchange counts against the bounds: its bodies, and its other parts as text. */
function sizeOf({ path, request, response }: NewExchange): number {
  let size = ROW_BYTES + path.length;
  for (const message of [request, response]) {
    if (message === null) continue;
    size += message.body?.length ?? 0;
    for (const [name, value] of message.headers) size += name.length + value.length;
  }
  return size;
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The shorter columns of a row together. */
const ROW_BYTES = 200;
