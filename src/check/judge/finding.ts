import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { show } from '../../base/values/show.ts';
import { redactText } from '../../exchange/redaction.ts';
import type { Count, Instant } from '../report/quantities.ts';
import type { ConductCheck, NewFinding } from './conduct.ts';
import type { Body, JudgedExchange } from './judged-exchange.ts';

/**
 * `broken`: a rule is broken. `warn`: an assumption is not met; the document is silent. `advice`: no rule, but better
 * avoided.
 */
export type FindingLevel = 'broken' | 'warn' | 'advice';

/**
 * A client's fault, with its exchanges as evidence. Plain JSON.
 *
 * @example
 * ```ts
 * import type { Finding } from 'taxiway';
 *
 * function describe({ level, check, expected, actual }: Finding): string {
 *   return `${level}: ${check}; expected ${expected}, found ${actual}`;
 * }
 * ```
 */
export interface Finding {
  level: FindingLevel;
  /** Conduct check title. */
  check: string;
  /** Ids in contracts/rules.yaml; empty for advice. */
  rules: readonly string[];
  /** Id in contracts/assumptions.yaml; null without an assumption. */
  assumption: string | null;
  /** Advice id; null for rules. */
  advice: string | null;
  expected: string;
  actual: string;
  /** The right way, from the check that found it. */
  right: string;
  /** JSON pointer into the last exchange's request body; null if the finding is not about one value. */
  pointer: string | null;
  /** In order; the last one decided. */
  exchanges: readonly Evidence[];
}

/** An exchange in a finding, redacted and cut. */
export interface Evidence {
  id: string;
  /** Beginning of the request by the service clock. */
  at: Instant;
  operation: string | null;
  method: string;
  /** With the query. */
  path: string;
  /** Null without a response. */
  status: Count | null;
  /** Request body as JSON, at most some hundred characters; null without a body. */
  request: string | null;
  response: string | null;
}

export function toFinding(
  { title, rules, advice, right }: Pick<ConductCheck, 'title' | 'rules' | 'advice' | 'right'>,
  { expected, actual, pointer = null, before = [], rules: some, assumption }: NewFinding,
  exchange: JudgedExchange,
): Finding {
  return {
    level: levelOf(advice, assumption),
    check: title,
    rules: some ?? rules,
    assumption: assumption ?? null,
    advice: advice ?? null,
    expected: redactText(expected),
    actual: redactText(actual),
    right,
    pointer,
    exchanges: [...onceEach(before, exchange), exchange].map((one) => toEvidence(one)),
  };
}

/** Returns the exchanges before the last one, without duplicates. */
function onceEach(before: readonly JudgedExchange[], last: JudgedExchange): JudgedExchange[] {
  return before.filter((one, i) => one.id !== last.id && before.findIndex(({ id }) => id === one.id) === i);
}

/** Cached, because a request can have many faults. */
const toEvidence = memoizeByObject(
  ({ id, at, operation, method, path, query, request, response }: JudgedExchange): Evidence => {
    const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
    return {
      id,
      at: new Date(at).toISOString(),
      operation,
      method,
      path: redactText(search === '' ? path : `${path}?${search}`),
      status: response && response.status,
      request: excerpt(request.body),
      response: response && excerpt(response.body),
    };
  },
);

function levelOf(advice: string | undefined, assumption: string | undefined): FindingLevel {
  if (advice !== undefined) return 'advice';
  return assumption === undefined ? 'broken' : 'warn';
}

function excerpt(body: Body): string | null {
  if (body.kind === 'none') return null;
  return body.kind === 'json' ? redactText(show(body.value, MAX_EXCERPT)) : `(${body.kind})`;
}

/** Maximum body characters in a finding. */
const MAX_EXCERPT = 2000;
