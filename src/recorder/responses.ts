import type { Paint } from '../check/report/terminal.ts';
import { count, cut, plain } from '../check/report/text.ts';
import { builtDifferenceChecks } from '../check/verify/responses/built-difference-checks.ts';
import type { ResponseChecker } from '../check/verify/responses/response-checker.ts';
import { createResponseChecker } from '../check/verify/responses/response-checker.ts';
import type { Finding } from '../check/verify/verdict.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { OperationId } from '../interface/api.ts';
import type { Spec } from '../interface/openapi/load-spec.ts';

/** Differences between the upstream's responses and openapi.yaml. Plain JSON. */
export interface ResponseReport {
  checked: number;
  /** Number of responses with a difference. */
  differing: number;
  differences: Difference[];
}

/** One difference, and how often it occurs. */
export interface Difference {
  /** `fail`: a rule is broken. `warn`: an assumption is not met, or the rule is unknown. */
  verdict: Finding['verdict'];
  operation: string;
  status: number;
  rules: readonly string[];
  assumptions: readonly string[];
  /** JSON pointer into the body, with `*` for a list index; null if the difference is not about one value. */
  pointer: string | null;
  expected: string;
  actual: string;
  count: number;
  /** First exchange with the difference. */
  first: string;
}

/** Checks the upstream's responses against openapi.yaml, separately from the verdicts on its clients. */
export class Responses {
  readonly #spec: Spec;
  readonly #differences = new Map<string, Difference>();
  #check: ResponseChecker | undefined;
  #checked = 0;
  #differing = 0;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  /** Adds the upstream's response, before any scenario. `value`: its parsed body; undefined if it is not JSON. */
  add(exchange: Exchange, value: unknown): void {
    const { operationId, served, exchangeId } = exchange;
    if (operationId === null || !served || served.message.cut) return;
    this.#checked++;
    const findings = (this.#check ??= createResponseChecker(this.#spec, builtDifferenceChecks))({
      ...{ ...exchange, ...served, operationId: operationId as OperationId, response: served.message, value },
    });
    if (findings.length > 0) this.#differing++;
    for (const finding of findings) this.#note(finding, exchangeId, operationId, served.status);
  }

  get report(): ResponseReport {
    return { checked: this.#checked, differing: this.#differing, differences: [...this.#differences.values()] };
  }

  #note(finding: Finding, first: string, operation: string, status: number): void {
    const { verdict, rules, assumptions, expected, actual } = finding;
    const pointer = finding.pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? null;
    const key = [operation, status, verdict, pointer, expected, ...rules, ...assumptions].join('\n');
    const known = this.#differences.get(key);
    if (known) known.count++;
    else if (this.#differences.size < MOST_DIFFERENCES)
      this.#differences.set(key, {
        verdict,
        operation,
        status,
        rules,
        assumptions,
        pointer,
        expected,
        actual,
        count: 1,
        first,
      });
  }
}

/** Renders the differences for a terminal, separately from the verdicts; empty without any. */
export function renderResponses({ checked, differing, differences }: ResponseReport, paint: Paint): string {
  if (differences.length === 0) return '';
  const shown = [...differences].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
  return [
    `Responses of the upstream, apart from the verdicts: ${differing} of ${count(checked, 'response')} ` +
      `${differing === 1 ? 'differs' : 'differ'} from openapi.yaml`,
    ...shown.slice(0, MOST_SHOWN).map((one) => renderDifference(one, paint)),
    ...(shown.length > MOST_SHOWN
      ? [`  and ${count(shown.length - MOST_SHOWN, 'more difference')}: GET /_sandbox/responses`]
      : []),
    '',
    '',
  ].join('\n');
}

function renderDifference(difference: Difference, paint: Paint): string {
  const { verdict, operation, status, pointer, expected, actual, rules, assumptions, count: times, first } = difference;
  const about = [...rules, ...assumptions.map((id) => `assumption ${id}`)].join(', ') || 'the interface';
  return (
    `  ${paint(verdict === 'fail' ? 'red' : 'yellow', verdict)} ${operation} ${status} ` +
    `${pointer === null || pointer === '' ? '' : `at ${cut(plain(pointer), 100)} `}(${about}): expected ` +
    `${cut(plain(expected), 160)}, found ${cut(plain(actual), 100)}; ${count(times, 'time')}, first in ${first}`
  );
}

function rank({ verdict }: Difference): number {
  return verdict === 'fail' ? 0 : 1;
}

const MOST_DIFFERENCES = 200;
const MOST_SHOWN = 15;
