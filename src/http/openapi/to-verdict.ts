import { didYouMean } from '../../base/nearest.ts';
import { hasMembers } from '../../base/values/kinds.ts';
import { show } from '../../base/values/show.ts';
import type { ErrorName } from '../../interface/errors/catalogue.ts';
import { fieldHint } from '../../interface/errors/field-hints.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { DescribedRequest, Place } from './described-request.ts';

/** The body with its defaults, the reasons for a refusal, or the error that prevented a verdict. */
export type Verdict = { body: unknown } | { refused: ErrorName; details: RefusalDetail[] } | { failed: Error };

/** The error object that express-openapi-validator throws. */
export interface ValidatorError extends Error {
  status?: number;
  path?: string;
  errors?: { path: string; message: string; errorCode?: string }[];
}

/** A request's parts, by their names in the library. */
type Parts = Readonly<Record<'body' | 'query' | 'params' | 'headers', unknown>>;

/** Turns a validation error into the verdict on the request. */
export function toVerdict(error: ValidatorError | Refusal, parts: Parts, request: DescribedRequest): Verdict {
  if (error instanceof Refusal) return { refused: error.code as ErrorName, details: [...error.details] };
  if (error.status === undefined || error.status >= 500) return { failed: error };
  const all = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  // A value with another type is not one of the allowed values either.
  const issues = all.filter(
    (one) => !TYPE_MESSAGE.test(one.message) || !all.some((each) => isOf('enum', each) && each.path === one.path),
  );
  return {
    refused: issues.some((issue) => isOf('additionalProperties', issue)) ? 'non_whitelisted_field' : 'invalid_request',
    details: issues.slice(0, MAX_DETAILS).map((issue) => {
      const place = issue.path.split('/').slice(1);
      return { path: pointerOf(place), message: describe(issue, place, valueAt(parts, place), request) };
    }),
  };
}

type Issue = NonNullable<ValidatorError['errors']>[number];

/** True if this schema keyword refuses the request. */
function isOf(keyword: string, { errorCode }: Issue): boolean {
  return errorCode?.startsWith(`${keyword}.`) ?? false;
}

function describe(issue: Issue, place: Place, value: unknown, request: DescribedRequest): string {
  const [part, ...keys] = place;
  const last = keys.at(-1) ?? '';
  if (isOf('additionalProperties', issue)) {
    const parents = keys.slice(0, -1).map((key) => `${key}.`);
    const hint = fieldHint(request.operationId, keys, request.namesAt(place));
    return `${parents.join('')}property ${last} should not exist${hint}`;
  }
  if (issue.message.startsWith('Unknown query')) return issue.message + didYouMean(last, request.namesAt(place));
  const name = keys.join('.') || 'body';
  if (isOf('required', issue)) return `${name} is required`;
  if (part === 'query' && Array.isArray(value)) return `${name} must be sent once, got it ${value.length} times`;
  if (!issue.message.startsWith('must ')) return issue.message;
  const wanted = wantedForm(issue.message) ?? wantedType(issue.message, place, request) ?? issue.message;
  const isOptional = !request.schemaAt(place.slice(0, -1)).required?.includes(last);
  return `${name} ${wanted}, got ${seen(value, last)}${value === null && isOptional ? '; omit the field instead' : ''}`;
}

/** Returns the required type in words, with an example if there is one; undefined for another message. */
function wantedType(message: string, place: Place, request: DescribedRequest): string | undefined {
  const [, type = ''] = TYPE_MESSAGE.exec(message) ?? [];
  if (!Object.hasOwn(TYPES, type)) return undefined;
  const { pattern, format = '' } = request.schemaAt(place);
  const example = request.exampleAt(place);
  if (example !== undefined) return `must be ${TYPES[type]}, for example ${shortened(example)}`;
  const [, form = ''] = /^must be (.*)$/.exec(WANTED[pattern ?? format] ?? '') ?? [];
  return `must be ${TYPES[type]}${form && `: ${form}`}`;
}

/** Describes a received value: a message repeats no identity document, no list and no object. */
function seen(value: unknown, name: string): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (name !== '' && !DOCUMENT_NUMBER.test(`${name} ${String(value)}`)) return shortened(value);
  return typeof value === 'string' ? `a string of ${value.length} characters` : `a ${typeof value}`;
}

function shortened(value: unknown): string {
  return show(value, MAX_SEEN);
}

function valueAt(parts: Parts, place: Place): unknown {
  let value: unknown = parts;
  for (const name of place) value = hasMembers(value) && Object.hasOwn(value, name) ? value[name] : null;
  return value;
}

/** A JSON pointer into the body, or the part of the request with the parameter name. */
function pointerOf([part = '', ...names]: Place): string {
  if (part === 'body') return names.map((name) => `/${name}`).join('');
  return [part === 'params' ? 'path' : part, ...names].join('/');
}

const MAX_DETAILS = 50;
/** Maximum number of characters shown for a value. */
const MAX_SEEN = 64;
const DOCUMENT_NUMBER = /NationalID|unique_identifier/;

/** JSON Schema types in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const TYPE_MESSAGE = /^must be (\w+)(?:,null)?$/;

/** Characters without a visible sign, other than spaces and control characters. */
const INVISIBLE =
  '\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d' +
  '\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u2800\u3164\ufeff\uffa0';

/**
 * The required form of a text, in words, by its `pattern` or `format` in the request schemas. A test finds a sentence
 * for each.
 */
const WANTED: Readonly<Record<string, string>> = {
  date: 'must be a date, YYYY-MM-DD, for example 2027-03-15',
  email: 'must be an e-mail address, for example ada@example.com',
  'date-time': 'must be an instant with its zone, for example 2027-03-15T09:30:00Z',
  '^[A-Z]{3}$': 'must be an IATA code of three capitals, for example MAD',
  '^[A-Z0-9]{2}$': 'must be an IATA airline code of two capitals or digits, for example IB',
  '^[A-Z]{2}$': 'must be an ISO 3166-1 country code of two capitals, for example ES',
  '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$': 'must be a BCP 47 language tag, for example es or en-GB',
  '^\\+[1-9]\\d{6,14}$': 'must be a phone number in E.164 form, for example +34612345678',
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$':
    'must be a local date-time without zone, YYYY-MM-DDThh:mm:ss, for example 2027-03-15T09:30:00',
  '^[0-9a-f]{32}$': 'must be the 32 lower-case hexadecimal digits of an id, unchanged',
  '\\S': 'must not be blank',
  [`^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f${INVISIBLE}][^\\x00-\\x1f\\x7f-\\x9f]*$`]:
    'must be a name without control characters such as NUL or line breaks, and not blank',
  '^[a-z][a-z0-9_]*$': 'must be a key from the search, in lower-case letters, digits and _',
  '^\\d{1,4}[A-Z]?$': 'must be a flight number without the airline code, for example 3166',
  '^dp_[a-z0-9]{12}$': 'must be a profile code: dp_ and twelve lower-case letters or digits',
  '^[0-9]{1,15}\\.[A-Za-z0-9_]{1,64}(\\.[0-9]{1,4})?$': 'must be the `next` of the previous page, unchanged',
  '^\\d{1,15}$': 'must be the id of an event of this stream, in digits',
  '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$':
    'must be an instant with its zone, for example 2027-03-15T09:30:00Z',
  '^P(\\d+D|(\\d+D)?T(\\d+H(\\d+M)?(\\d+(\\.\\d{1,3})?S)?|\\d+M(\\d+(\\.\\d{1,3})?S)?|\\d+(\\.\\d{1,3})?S))$':
    'must be an ISO 8601 duration of days, hours, minutes and seconds, for example PT21M',
};

/** Returns the required form of a text if the validator reports a failed pattern or format; else undefined. */
export function wantedForm(message: string): string | undefined {
  const [, form = ''] = /^must match (?:pattern|format) "(.*)"$/s.exec(message) ?? [];
  return Object.hasOwn(WANTED, form) ? WANTED[form] : undefined;
}
