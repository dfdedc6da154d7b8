import { isUtf8 } from 'node:buffer';
import { present } from '../support/present.ts';
import type { Header, WireRequest } from './call.ts';
import type { DescribedApi, DescribedOperation, Node } from './described-api.ts';

/** Judgement of a request, read from its bytes, by an interface document. */
export interface RequestReading {
  /** Null where no operation has this method and address. */
  operation: DescribedOperation | null;
  /** Violations of the interface. Empty if the request fits. */
  faults: string[];
  /**
   * The document says nothing for or against it: a body where none is described, one that is compressed, a reserved
   * character in a query.
   */
  open: boolean;
}

/** Credential headers that open every door, by security scheme. */
export type Credentials = Readonly<Record<string, Header>>;

export function readRequest(
  api: DescribedApi,
  { method, target, headers, body }: WireRequest,
  credentials: Credentials,
): RequestReading {
  const [path = '', ...rest] = target.split('?');
  const operation = findOperation(api, method, path);
  if (!operation) return { operation, faults: [], open: true };
  const faults = [
    ...faultsOfCredentials(operation, headers, credentials),
    ...faultsOfPath(api, operation, path),
    ...faultsOfQuery(api, operation, rest.join('?')),
    ...faultsOfHeaders(api, operation, headers),
    ...faultsOfBody(api, operation, headers, body),
  ];
  const sendsUnasked = operation.body === undefined && body !== undefined;
  return {
    operation,
    faults,
    open:
      sendsUnasked ||
      valuesOf(headers, 'content-encoding').length > 0 ||
      RESERVED.test(rest.join('?').replace(/(^|&)[^=&]*=/g, '')),
  };
}

/** OpenAPI leaves it open whether a value may have these as they are, where `allowReserved` is not given. */
const RESERVED = /[:/?#[\]@!$'()*+,;=]/;

/** The operation at an address; a literal address wins over one with parameters. */
function findOperation(api: DescribedApi, method: string, path: string): DescribedOperation | null {
  const matching = api.operations.filter(
    (operation) => operation.method === method && segmentsOf(operation.path, path),
  );
  return matching.find((operation) => !operation.path.endsWith('}')) ?? matching[0] ?? null;
}

/** The encoded values of the parameters in a path; undefined where it is another path. */
function segmentsOf(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined ? part !== given[i] : given[i] === '') return undefined;
    if (name !== undefined) values[name] = given[i];
  }
  return values;
}

/** Without the headers of any set of schemes, or with a secret that is none, a call must not get in. */
function faultsOfCredentials(
  { security }: DescribedOperation,
  headers: readonly Header[],
  credentials: Credentials,
): string[] {
  const mayPass = security.some((schemes) =>
    schemes.every((scheme) => {
      const [name, right] = credentials[scheme];
      return valuesOf(headers, name).some((value) => value.includes(right.split(' ').at(-1) as string));
    }),
  );
  return security.length === 0 || mayPass ? [] : ['the credentials are missing or wrong'];
}

function faultsOfPath(api: DescribedApi, operation: DescribedOperation, path: string): string[] {
  return Object.entries(present(segmentsOf(operation.path, path))).flatMap(([name, encoded]) => {
    const value = decode(encoded);
    const { schema } = present(operation.parameters.find((each) => each.in === 'path' && each.name === name));
    return value === undefined ? [`path/${name} cannot be decoded`] : faultsOfText(api, schema, value, `path/${name}`);
  });
}

function faultsOfQuery(api: DescribedApi, operation: DescribedOperation, query: string): string[] {
  const listed = operation.parameters.filter((each) => each.in === 'query');
  const given = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=').map((part) => decodeQuery(part));
      return [name, value.join('=')] as const;
    });
  const unlisted = given
    .filter(([name]) => !listed.some((each) => each.name === name))
    .map(([name]) => `query/${name} is not listed`);
  return [
    ...unlisted,
    ...listed.flatMap(({ name, required, schema }) => {
      const values = given.filter(([each]) => each === name).map(([, value]) => value);
      if (values.length > 1) return [`query/${name} is given more than once`];
      if (values.length === 0) return required ? [`query/${name} is missing`] : [];
      // `allowEmptyValue` is given nowhere.
      if (values[0] === '') return [`query/${name} is empty`];
      return faultsOfText(api, schema, values[0], `query/${name}`);
    }),
  ];
}

function faultsOfHeaders(api: DescribedApi, { parameters }: DescribedOperation, headers: readonly Header[]): string[] {
  return parameters
    .filter((each) => each.in === 'header')
    .flatMap(({ name, schema }) =>
      valuesOf(headers, name).flatMap((value) => faultsOfText(api, schema, value.trim(), `header/${name}`)),
    );
}

function faultsOfBody(
  api: DescribedApi,
  { body: described }: DescribedOperation,
  headers: readonly Header[],
  body: Buffer | undefined,
): string[] {
  if (!described) return [];
  if (body === undefined || body.length === 0) return described.required ? ['the body is missing'] : [];
  const contentType = valuesOf(headers, 'content-type').join();
  if (!isJson(contentType)) return [`the body is declared as "${contentType}"`];
  if (valuesOf(headers, 'content-encoding').length > 0) return [];
  const read = parseJson(body);
  if (!read) return ['the body is not JSON in UTF-8'];
  return api.faultsOf(described.schema, read.json).map((fault) => `body${fault}`);
}

function isJson(contentType: string): boolean {
  const [mediaType = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  return mediaType === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}

function parseJson(bytes: Buffer): { json: unknown } | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    return { json: JSON.parse(bytes.toString().replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}

const NUMBERS: Record<string, RegExp> = { integer: /^(0|-?[1-9]\d*)$/, number: /^-?(0|[1-9]\d*)(\.\d+)?$/ };

/** Text stands for a number only as JSON writes one: no plus sign, no blanks, no hexadecimal digits. */
function faultsOfText(api: DescribedApi, schema: Node, text: string, place: string): string[] {
  const { type } = api.resolve(schema);
  const value = NUMBERS[type]?.test(text) ? Number(text) : text;
  return api.faultsOf(schema, value).map((fault) => `${place}${fault}`);
}

function valuesOf(headers: readonly Header[], name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Text that cannot be decoded stands for itself in a query. */
function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return decode(spaced) ?? spaced;
}
