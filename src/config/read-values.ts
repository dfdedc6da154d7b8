import { parseInstant } from '../base/clock.ts';
import { isPostgres, readPostgresAddress } from '../base/postgres-address.ts';

/** Readers for setting texts. Each returns the value, or throws an Error with the expected form. */

export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new Error('expected a value');
  return text;
}

/** A file, `:memory:` or a database address. */
export function storeAddress(text: string): string {
  if (isPostgres(text)) readPostgresAddress(text);
  return nonEmpty(text);
}

export function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('expected true or false');
  return text === 'true';
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new Error(`expected a whole number from ${min} to ${max}`);
    return value;
  };
}

export function positive(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || !(value > 0 && value <= max))
      throw new Error(`expected a number above 0 and at most ${max}`);
    return value;
  };
}

export function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((known) => known === text);
    if (value === undefined) throw new Error(`expected one of ${values.join(', ')}`);
    return value;
  };
}

/** An ISO 8601 instant; it stays text. */
export function instant(text: string): string {
  parseInstant(text);
  return text;
}

export function calendarDate(text: string): string {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // Date.parse accepts the 31st in any month.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text)
    throw new Error('expected a day like 2027-03-01');
  return text;
}

export function serviceUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('expected a URL like http://127.0.0.1:4010');
  if (url.username || url.password)
    throw new Error('expected no user name and no password in it; keys and tokens have settings of their own');
  if (url.search || url.hash) throw new Error('expected scheme, host, port and path only');
  return text;
}

export function pathPrefix(text: string): string {
  if (text !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(text))
    throw new Error('expected a path like /transfers, without a slash at its end');
  return text;
}

function headerName(text: string): string {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text)) throw new Error('expected the name of an HTTP header');
  return text;
}

/** A header without another meaning in HTTP or for the sandbox. */
export function serviceIdHeader(text: string): string {
  const name = headerName(text).toLowerCase();
  if (name === 'authorization') throw new Error('that header carries the secret; expected another one');
  if (USED_HEADERS.test(name)) throw new Error('HTTP or the sandbox uses that header; expected one like X-Service-Id');
  return text;
}

const USED_HEADERS = new RegExp(
  '^(connection|cookie|date|expect|forwarded|host|keep-alive|last-event-id|origin|range|referer|te|trailer|' +
    'transfer-encoding|upgrade|user-agent|via|x-request-id|accept|' +
    '(accept|access-control|content|if|proxy|sec|x-forwarded|x-sandbox|x-taxiway)-.*)$',
);

export function adminToken(text: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(text))
    throw new Error('expected 16 to 256 visible ASCII characters, for example those of `openssl rand -hex 24`');
  return text;
}

export function flightRoute(text: string): string {
  if (!/^[A-Z]{3}-[A-Z]{3}$/.test(text)) throw new Error('expected two IATA codes like MAD-LHR');
  if (text.slice(0, 3) === text.slice(4)) throw new Error('expected two places, not one');
  return text;
}
