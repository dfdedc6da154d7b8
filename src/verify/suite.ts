import type { TestContext } from 'vitest';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { loadSpec } from '../openapi/load-spec.ts';
import { loadRules } from '../rules/load-rules.ts';
import { loadContracts, selectContracts } from './load-contracts.ts';
import type { VerifyOptions } from './probe/options.ts';
import { probe } from './probe/probe.ts';
import type { KeyPair, Target } from './probe/target.ts';
import { closingChecks } from './run/closing-checks.ts';
import { judge } from './run/judge.ts';
import { Run } from './run/run.ts';
import { selectRules } from './select-rules.ts';
import type { ContractResult } from './verdict.ts';

declare module 'vitest' {
  interface TaskMeta {
    taxiway?: ContractResult;
    /** Of the file: profiles left in the sandbox, so that the calls that show a failure can be sent again. */
    taxiwayKept?: KeyPair[];
  }
}

export interface SuiteOptions {
  /** Only the contracts of these rules; the beginning of several ids (`flight-order.passengers`) selects them all. */
  only?: readonly string[];
  /** An assumption that is not met fails its test. */
  strict?: boolean;
}

const areas = await loadContracts();

/**
 * Defines the contracts as tests of a vitest suite, called at the top of a test file:
 * `defineContracts({ baseUrl: 'http://127.0.0.1:4010' })`. What is not exercised is skipped, with the reason.
 * The target is probed before the first test; a ProbeError there fails them all. Throws ConfigError for an unknown
 * rule.
 */
export function defineContracts(options: VerifyOptions & SuiteOptions): void {
  const only = selectRules(options.only ?? [], loadRules());
  defineFor(async () => probe(options, await loadSpec()), { ...options, only });
}

/**
 * The same for a target that was probed already. With `keep`, profiles that a failure was seen with stay in the
 * sandbox. `signal` stops the run: contracts without a verdict by then get none.
 */
export function defineContractsFor(
  target: Target,
  { keep = false, signal, ...options }: SuiteOptions & { keep?: boolean; signal?: AbortSignal },
): void {
  defineFor(() => Promise.resolve(target), options, keep, signal);
}

function defineFor(
  findTarget: () => Promise<Target>,
  { only = [], strict = false }: SuiteOptions,
  keep = false,
  signal?: AbortSignal,
): void {
  let run: Run;
  const failures: ContractResult[] = [];
  beforeAll(async () => {
    run = new Run(await findTarget(), await loadSpec());
    signal?.addEventListener('abort', () => run.client.stop());
  });
  // Vitest reads from the source of the first parameter which fixtures a hook uses.
  afterAll(async ({}, file) => {
    if (!run) return;
    const kept =
      keep && !signal?.aborted
        ? run.callersOf(failures.flatMap(({ findings }) => findings.flatMap(({ exchange }) => exchange ?? [])))
        : [];
    file.meta.taxiwayKept = kept;
    await run.close(kept);
  });
  const endTest = (context: TestContext, result: ContractResult) => {
    if (result.verdict === 'fail' || (strict && result.verdict === 'warn')) failures.push(result);
    applyVerdict(context, result, strict);
  };
  for (const [area, selected] of Map.groupBy(selectContracts(areas, only), ({ area }) => area)) {
    describe.concurrent(area, () => {
      for (const { contract } of selected) {
        test(`${contract.title} [${contract.rules.join(', ')}]`, async (context) => {
          if (signal?.aborted) return;
          const result = await judge(run, area, contract);
          // A contract that was interrupted has no verdict.
          if (!signal?.aborted) endTest(context, result);
        });
      }
    });
  }
  for (const check of closingChecks(only.length === 0)) {
    test(check.title, (context) => {
      if (!signal?.aborted) endTest(context, check.judge(run));
    });
  }
}

function applyVerdict(context: TestContext, result: ContractResult, strict: boolean): void {
  context.task.meta.taxiway = result;
  const { verdict, reason, findings } = result;
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
