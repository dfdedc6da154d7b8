import type { ErrorName } from '../../interface/errors/catalogue.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { wantedForm } from './wanted-forms.ts';

/** The body with its defaults, the reasons of a refusal, or the error that kept the library from a verdict. */
export type Verdict = { body: unknown } | { refused: ErrorName; details: RefusalDetail[] } | { failed: Error };

/** As express-openapi-validator throws it. */
export interface ValidatorError extends Error {
  status?: number;
  path?: string;
  errors?: { path: string; message: string; errorCode?: string }[];
}

/** The parts of a request, by the names that the library has for them. */
type Parts = Readonly<Record<'body' | 'query' | 'params' | 'headers', unknown>>;

/** What an error of the validation means for the request. */
export function toVerdict(error: ValidatorError | Refusal, parts: Parts): Verdict {
  if (error instanceof Refusal) return { refused: error.code as ErrorName, details: [...error.details] };
  if (error.status === undefined || error.status >= 500) return { failed: error };
  const issues = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const unlisted = issues.some(isUnlisted);
  return {
    refused: unlisted ? 'non_whitelisted_field' : 'invalid_request',
    details: issues.slice(0, MAX_DETAILS).map((issue) => toDetail(issue, parts)),
  };
}

function isUnlisted(issue: { errorCode?: string }): boolean {
  return issue.errorCode?.startsWith('additionalProperties') ?? false;
}

function toDetail(issue: { path: string; message: string; errorCode?: string }, parts: Parts): RefusalDetail {
  const [, part = '', ...rest] = issue.path.split('/');
  const place = placeOf(part, rest);
  if (isUnlisted(issue)) {
    const parents = rest
      .slice(0, -1)
      .map((name) => `${name}.`)
      .join('');
    const reason = place === '/originalPrice' ? ': the price and its currency come from the offer' : '';
    return { path: place, message: `${parents}property ${rest.at(-1)} should not exist${reason}` };
  }
  const name = rest.join('.') || 'body';
  if (issue.errorCode?.startsWith('required')) return { path: place, message: `${name} is required` };
  const wanted = wantedForm(issue.message);
  if (wanted) return { path: place, message: `${name} ${wanted}, got ${seenAt(parts, [part, ...rest])}` };
  const seen = issue.errorCode?.startsWith('enum') ? `, got ${seenAt(parts, [part, ...rest])}` : '';
  return { path: place, message: `${issue.message.includes(name) ? '' : `${name} `}${issue.message}${seen}` };
}

/** The value at a place, as JSON, cut where it is long. */
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
/** Characters of a value that a message shows. */
const MAX_SEEN = 64;
