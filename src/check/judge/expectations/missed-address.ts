import type { JudgedExchange } from '../judged-exchange.ts';

/** A request outside the documented addresses. */
export interface Miss {
  /**
   * `prefix`: a documented path below another path. `version`: a flight path without /v1. `search`, `order`: nearly a
   * search or order address. `transfer-prefix`: a transfer path below another path. `unknown`: anything else.
   */
  how: 'prefix' | 'version' | 'search' | 'order' | 'transfer-prefix' | 'unknown';
  expected: string;
  actual: string;
}

/**
 * Returns the fault in an address without an operation. Null if the client is not at fault: for a browser's own
 * requests, and for existing addresses outside the document.
 */
export function findMiss({ operation, method, path, response }: JudgedExchange): Miss | null {
  if (operation !== null || BROWSERS_OWN.test(path) || method === 'OPTIONS' || method === 'HEAD') return null;
  const actual = `${method} ${path}`;
  const flight = FLIGHT.exec(path);
  if (flight && method === 'POST' && isElsewhere(flight[1] ?? ''))
    return { ...nearest(flight[2] ?? ''), how: howMissed(flight[1] ?? ''), actual };
  if (flight && isNearMiss(method, path)) return { ...nearest(flight[2] ?? ''), actual };
  if (response?.status !== 404 && response?.status !== 405) return null;
  // Other services support reading and cancelling orders; the document is silent on this.
  if (flight && (method === 'POST' || method === 'PUT')) return { ...nearest(flight[2] ?? ''), actual };
  const transfer = TRANSFER.exec(path);
  if (transfer) return { how: 'transfer-prefix', expected: `${transfer[1]}, directly below the base URL`, actual };
  return { how: 'unknown', expected: 'one of the documented addresses', actual };
}

/**
 * True if an address is so close to a documented one that the client must have meant it, even if a lenient service
 * accepts it.
 */
function isNearMiss(method: string, path: string): boolean {
  if (/^\/v1\/flights\/search\/?$/i.test(path)) return true;
  const isOrder = /^\/v1\/flights\/orders?\/\d+\/[^/]+\/?$/i.test(path);
  return isOrder && (method === 'POST' || method === 'PUT' || method === 'PATCH');
}

function isElsewhere(prefix: string): boolean {
  return prefix.toLowerCase() !== '/v1';
}

function howMissed(prefix: string): 'prefix' | 'version' {
  return /\/v1\/*$/i.test(prefix) ? 'prefix' : 'version';
}

function nearest(rest: string): Pick<Miss, 'how' | 'expected'> {
  return /^search/i.test(rest)
    ? { how: 'search', expected: 'POST /v1/flights/search' }
    : { how: 'order', expected: 'POST /v1/flights/order/{gdsprovider}/{offerId}' };
}

/** The document does not show the required-fields path. */
const FLIGHT = /^(.*?)\/flights?\/(search|orders?(?:\/(?!required-fields)[^/]*){0,2})\/?$/i;
const TRANSFER = /^\/.+(\/(?:search|pricing|book|reservations\/details|reservations\/changes(?:\/search)?))\/?$/i;
const BROWSERS_OWN = /^\/(favicon\.ico|robots\.txt|apple-touch-icon.*|\.well-known\/.*)?$/;
