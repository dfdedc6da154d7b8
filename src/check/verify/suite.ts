// Comes first, because the next imports need a newer Node.
import '../../require-node.cjs';
import type { TestContext } from 'vitest';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { loadSpec } from '../../interface/openapi/load-spec.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { selectRules } from '../../interface/rules/select-rules.ts';
import { inSteps, loadContracts, selectContracts } from './load-contracts.ts';
import type { VerifyOptions } from './probe/options.ts';
import { probe } from './probe/probe.ts';
import { closingChecks } from './run/closing-checks.ts';
import { judge } from './run/judge.ts';
import { Run } from './run/run.ts';
import type { ContractResult } from './verdict.ts';

/**
 * Options of a suite.
 *
 * @example
 * ```ts
 * import { defineContracts } from 'taxiway/contracts';
 * import type { SuiteOptions } from 'taxiway/contracts';
 *
 * const options: SuiteOptions = { only: ['flight-order'], strict: true };
 * defineContracts({ baseUrl: 'http://127.0.0.1:4010', ...options });
 * ```
 */
export interface SuiteOptions {
  /** Only the contracts for these rules. A common id prefix (`flight-order.passengers`) selects all. */
  only?: readonly string[];
  /** Fails a test if its assumption is not met. */
  strict?: boolean;
}

const areas = await loadContracts();

/**
 * Defines the contracts as tests in a vitest suite. Call it at the top level in a test file. Skips contracts that are
 * not exercised, with the reason. Probes the target before the first test; a ProbeError there fails all tests. Throws
 * ConfigError for an unknown rule.
 *
 * @example
 * ```ts
 * import { defineContracts } from 'taxiway/contracts';
 *
 * defineContracts({ baseUrl: 'http://127.0.0.1:4010', only: ['flight-order.passengers'] });
 * ```
 */
export function defineContracts(options: VerifyOptions & SuiteOptions): void {
  const only = selectRules(options.only ?? [], loadRules());
  let run: Run;
  beforeAll(async () => {
    const spec = await loadSpec();
    run = new Run(await probe(options, spec), spec);
  });
  afterAll(async () => {
    await (run as Run | undefined)?.close();
  });
  const [first = [], last = []] = inSteps(selectContracts(areas, only));
  const define = ({ area, contract }: (typeof first)[number]) =>
    test(`${contract.title} [${contract.rules.join(', ')}]`, async (context) => {
      applyVerdict(context, await judge(run, area, contract), options.strict);
    });
  for (const [area, selected] of Map.groupBy(first, ({ area }) => area))
    describe.concurrent(area, () => selected.forEach(define));
  // Not concurrent: these tests begin after all others.
  for (const [area, selected] of Map.groupBy(last, ({ area }) => area)) describe(area, () => selected.forEach(define));
  for (const check of closingChecks) {
    test(check.title, (context) => applyVerdict(context, check.judge(run), options.strict));
  }
}

function applyVerdict(context: TestContext, { verdict, reason, findings }: ContractResult, strict = false): void {
  if (verdict === 'not exercised' || verdict === 'not applicable') context.skip(`${verdict}: ${reason}`);
  if (verdict === 'error') throw new Error(reason);
  if (verdict === 'fail' || (strict && verdict === 'warn')) {
    throw new Error(
      findings
        .map(
          ({ rules, assumptions, expected, actual, pointer }) =>
            `${[...rules, ...assumptions].join(', ') || 'openapi.yaml'}${pointer ? ` at ${pointer}` : ''}: ` +
            `expected ${expected}, found ${actual}`,
        )
        .join('\n'),
    );
  }
}
