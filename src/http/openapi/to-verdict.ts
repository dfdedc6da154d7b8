import type { ErrorName } from '../../interface/errors/catalogue.ts';
import { fieldHint } from '../../interface/errors/field-hints.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { Refusal } from '../../interface/errors/refusal.ts';

/** The body with its defaults, the reasons of a refusal, or the error that kept the library from a verdict. */
export type Verdict = { body: unknown } | { refused: ErrorName; details: RefusalDetail[] } | { failed: Error };

/** The error object that express-openapi-validator throws. */
export interface ValidatorError extends Error {
  status?: number;
  path?: string;
  errors?: { path: string; message: string; errorCode?: string }[];
}

/** The parts of a request, by their names in the library. */
type Parts = Readonly<Record<'body' | 'query' | 'params' | 'headers', unknown>>;

/** Turns a validation error into the verdict on the request. */
export function toVerdict(error: ValidatorError | Refusal, parts: Parts, operationId: string): Verdict {
  if (error instanceof Refusal) return { refused: error.code as ErrorName, details: [...error.details] };
  if (error.status === undefined || error.status >= 500) return { failed: error };
  const issues = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const unlisted = issues.some(isUnlisted);
  return {
    refused: unlisted ? 'non_whitelisted_field' : 'invalid_request',
    details: issues.slice(0, MAX_DETAILS).map((issue) => toDetail(issue, parts, operationId)),
  };
}

function isUnlisted(issue: { errorCode?: string }): boolean {
  return issue.errorCode?.startsWith('additionalProperties') ?? false;
}

function toDetail(
  issue: { path: string; message: string; errorCode?: string },
  parts: Parts,
  operationId: string,
): RefusalDetail {
  const [, part = '', ...rest] = issue.path.split('/');
  const place = placeOf(part, rest);
  if (isUnlisted(issue)) {
    const parents = rest
      .slice(0, -1)
      .map((name) => `${name}.`)
      .join('');
    const hint = fieldHint(operationId, rest);
    return { path: place, message: `${parents}property ${rest.at(-1)} should not exist${hint && `: ${hint}`}` };
  }
  const name = rest.join('.') || 'body';
  if (issue.errorCode?.startsWith('required')) return { path: place, message: `${name} is required` };
  const wanted = wantedForm(issue.message);
  if (wanted) return { path: place, message: `${name} ${wanted}, got ${seenAt(parts, [part, ...rest])}` };
  const seen = issue.errorCode?.startsWith('enum') ? `, got ${seenAt(parts, [part, ...rest])}` : '';
  return { path: place, message: `${issue.message.includes(name) ? '' : `${name} `}${issue.message}${seen}` };
}

/** Returns the value at a path as JSON, shortened if it is long. */
function seenAt(parts: Parts, path: readonly string[]): string {
  let value: unknown = parts;
  for (const name of path)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null;
  const text = JSON.stringify(value);
  return text.length > MAX_SEEN ? `${text.slice(0, MAX_SEEN)}…` : text;
}

/** A JSON pointer into the body, or the part of the request with the name of its parameter. */
function placeOf(part: string, names: readonly string[]): string {
  if (part === 'body') return names.map((name) => `/${name}`).join('');
  return [part === 'params' ? 'path' : part, ...names].join('/');
}

const MAX_DETAILS = 50;
/** Maximum number of shown characters of a value. */
const MAX_SEEN = 64;

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
  '^ *[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$':
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
