import type { ErrorEntry } from '../../src/interface/errors/catalogue.ts';
import { catalogue } from '../../src/interface/errors/catalogue.ts';
import type { Body } from '../support/body.ts';
import type { DescribedApi, DescribedOperation } from './described-api.ts';
import type { RequestReading } from './read-request.ts';
import type { WireResponse } from './send.ts';

/** Returns the faults of the response to a request; an empty list if there are none. */
export function judge(
  api: DescribedApi,
  { operation, faults, open }: RequestReading,
  method: string,
  response: WireResponse | Error,
): string[] {
  if (response instanceof Error) return [`no response: ${response.message}`];
  if (isUnderScenario(response)) return [];
  const { status, text, broken } = response;
  return [
    ...(broken === undefined ? [] : [`a response without its end: ${broken}`]),
    ...(status >= 500 ? [`status ${status} without a scenario: ${text.slice(0, 300)}`] : []),
    ...(STACK_TRACE.test(text) ? ['a stack trace in the response'] : []),
    ...(operation ? faultsOfResponse(api, operation, response) : faultsOfRefusedAddress(api, method, response)),
    ...(operation && !open ? faultsOfVerdict(faults, response) : []),
  ];
}

/** A scenario that was requested may return anything. */
function isUnderScenario({ headers }: WireResponse): boolean {
  const acted = headers['x-sandbox-scenario'];
  return acted !== undefined && acted !== 'none';
}

function faultsOfResponse(api: DescribedApi, { responses }: DescribedOperation, response: WireResponse): string[] {
  const { status, headers, text } = response;
  const documented = responses[status];
  if (!documented) return [`status ${status} is not documented: ${text.slice(0, 200)}`];
  const mediaType = headers['content-type']?.split(';')[0] ?? '';
  const schema = documented[mediaType];
  if (!schema) return [`content type "${mediaType}" is not documented for status ${status}`];
  if (mediaType !== 'application/json') return [];
  const body = parse(text);
  const faults = body === undefined ? ['it is not JSON'] : api.faultsOf(schema, body, 'closed');
  return [
    ...faults.slice(0, 3).map((fault) => `the response of status ${status} is off its schema: ${fault}`),
    ...(status >= 400 ? faultsOfCode(status, body) : []),
  ];
}

/**
 * An address or method that no operation has gets the error body of every other refusal. A HEAD may be served as a GET
 * is, without its body.
 */
function faultsOfRefusedAddress(api: DescribedApi, method: string, { status, text }: WireResponse): string[] {
  if (method === 'HEAD') return status < 500 ? [] : [`status ${status} to a HEAD`];
  if (![400, 403, 404, 405].includes(status)) return [`status ${status} where there is no operation`];
  const schema = Object.values(api.operations[0].responses['400'])[0];
  const body = parse(text);
  return [
    ...api.faultsOf(schema, body).map((fault) => `the error body is off its schema: ${fault}`),
    ...faultsOfCode(status, body),
  ];
}

function faultsOfCode(status: number, body: Body): string[] {
  const known = Object.entries<ErrorEntry>(catalogue).some(
    ([name, entry]) => (entry.code ?? name) === body?.code && entry.status === status,
  );
  return [
    ...(known ? [] : [`code ${body?.code} with status ${status} is not in the catalogue`]),
    ...(body?.statusCode === status ? [] : [`statusCode ${body?.statusCode} in a response of status ${status}`]),
  ];
}

/** The service refuses exactly the requests that break the interface. */
function faultsOfVerdict(faults: readonly string[], { status, text }: WireResponse): string[] {
  if (faults.length > 0)
    return status < 400
      ? [`status ${status} to a request that breaks the interface: ${faults.slice(0, 3).join('; ')}`]
      : [];
  const code = status === 400 ? parse(text)?.code : undefined;
  return FORM_CODES.has(code)
    ? [`${code} to a request that fits the interface: ${parse(text).message.join('; ').slice(0, 300)}`]
    : [];
}

function parse(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The codes that say nothing but that a request does not fit the interface. */
const FORM_CODES = new Set<string>([
  'invalid_request',
  'non_whitelisted_field',
  'malformed_json',
  'unsupported_content_type',
  'malformed_url',
] satisfies (keyof typeof catalogue)[]);

const STACK_TRACE = /node_modules\/|\.[jt]s:\d+:\d+|\n\s+at /;
