import { isOwnHeader } from '../../src/exchange/own-headers.ts';
import type { ServiceCall } from '../api/call-service.ts';
import { ControlError, sandboxUrl } from '../api/client.ts';
import { serviceIdHeader } from '../api/sign-in.ts';
import type { Exchange } from './exchange.ts';

/** Returns the headers that belong to the call itself, without its credentials. */
export function ownHeaders({ request }: Exchange): ServiceCall['headers'] {
  return request.headers.filter(({ name, value }) => isOwnHeader(name, value) && !isCredential(name));
}

/**
 * Returns the call in a form, or throws ControlError with all its faults. A body other than JSON is accepted: the
 * service is to refuse it.
 */
export function editedCall(method: string, filled: { path: string; headers: string; body: string }): ServiceCall {
  const headers = filled.headers.split('\n').filter((line) => line.trim() !== '');
  const faults = [faultOfPath(filled.path), ...headers.map(faultOfHeader)].filter((fault) => fault !== null);
  if (faults.length > 0) throw new ControlError(0, 'not_sent', faults);
  return {
    method,
    path: filled.path,
    headers: headers.map(readHeader),
    body: takesBody(method) && filled.body !== '' ? filled.body : null,
  };
}

/** True if a browser sends a body with the method. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A browser resolves `..` before it sends an address. */
function faultOfPath(path: string): string | null {
  const url = URL.parse(sandboxUrl + path);
  const expected = 'expected an address of the service that begins with one /, such as /v1/flights/search';
  const isSame = url !== null && sandboxUrl + path === url.href;
  if (/^\/(?!\/)/.test(path) && isSame && !path.startsWith('/_sandbox')) return null;
  return `The path is "${path}": ${expected}, with other characters as %20`;
}

function faultOfHeader(line: string): string | null {
  const { name, value } = readHeader(line);
  if (!line.includes(':')) return `"${line}" is not a header: expected "Name: value"`;
  if (isCredential(name)) return `Leave ${name} out: the console calls with its own key pair`;
  try {
    new Headers([[name, value]]);
    return null;
  } catch {
    return `"${line}" is not a header: names have letters, digits and hyphens, values characters of Latin-1`;
  }
}

function readHeader(line: string): { name: string; value: string } {
  const [name = '', ...rest] = line.split(':');
  return { name: name.trim(), value: rest.join(':').trim() };
}

function isCredential(name: string): boolean {
  return ['authorization', serviceIdHeader.value.toLowerCase()].includes(name.toLowerCase());
}
