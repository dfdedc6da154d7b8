import type { ErrorName } from '../../errors/catalogue.ts';
import type { RefusalDetail } from '../../errors/refusal.ts';
import { Refusal } from '../../errors/refusal.ts';

/** The body with its defaults, the reasons of a refusal, or the error that kept the library from a verdict. */
export type Verdict = { body: unknown } | { refused: ErrorName; details: RefusalDetail[] } | { failed: Error };

/** As express-openapi-validator throws it. */
export interface ValidatorError extends Error {
  status?: number;
  path?: string;
  errors?: { path: string; message: string; errorCode?: string }[];
}

/** What an error of the validation means for the request. */
export function toVerdict(error: ValidatorError | Refusal): Verdict {
  if (error instanceof Refusal) return { refused: error.code as ErrorName, details: [...error.details] };
  if (error.status === undefined || error.status >= 500) return { failed: error };
  const issues = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const unlisted = issues.some(isUnlisted);
  return {
    refused: unlisted ? 'non_whitelisted_field' : 'invalid_request',
    details: issues.slice(0, MAX_DETAILS).map(toDetail),
  };
}

function isUnlisted(issue: { errorCode?: string }): boolean {
  return issue.errorCode?.startsWith('additionalProperties') ?? false;
}

function toDetail(issue: { path: string; message: string; errorCode?: string }): RefusalDetail {
  const [, part = '', ...rest] = issue.path.split('/');
  const place = placeOf(part, rest);
  if (isUnlisted(issue)) {
    const parents = rest
      .slice(0, -1)
      .map((name) => `${name}.`)
      .join('');
    return { path: place, message: `${parents}property ${rest.at(-1)} should not exist` };
  }
  const name = rest.join('.') || 'body';
  if (issue.errorCode?.startsWith('required')) return { path: place, message: `${name} is required` };
  return { path: place, message: issue.message.includes(name) ? issue.message : `${name} ${issue.message}` };
}

/** A JSON pointer into the body, or the part of the request with the name of its parameter. */
function placeOf(part: string, names: readonly string[]): string {
  if (part === 'body') return names.map((name) => `/${name}`).join('');
  return [part === 'params' ? 'path' : part, ...names].join('/');
}

const MAX_DETAILS = 50;
