import { afterAll, beforeAll, describe, test } from 'vitest';
import type { TestContext } from 'vitest';
import { loadSpec } from '../openapi/load-spec.ts';
import { loadRules } from '../rules/load-rules.ts';
import { selectContracts, loadContracts } from './load-contracts.ts';
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
    /** Of the file: profiles left in the sandbox, so that the calls that show a failure can be repeated. */
    taxiwayKept?: KeyPair[];
  }
}

export interface SuiteOptions {
  /** Only the contracts of these rules; what several ids start with (`flight-order.passengers`) selects them all. */
  only?: readonly string[];
  /** An assumption that is not met fails its test. */
  strict?: boolean;
}

const areas = await loadContracts();

/**
 * Defines the contracts as tests of a vitest suite, in which it stands at the top of a file:
 * `defineContracts({ baseUrl: 'http://127.0.0.1:4010' })`. What the target lacks is skipped, with the reason.
 * The target is asked before the first test; a ProbeError there fails them all. Throws ConfigError for a rule that there is not.
 */
export function defineContracts(options: VerifyOptions & SuiteOptions): void {
  const only = selectRules(options.only ?? [], loadRules());
  defineFor(async () => probe(options, await loadSpec()), { ...options, only });
}

/**
 * The same for a target about which everything is known. With `keep`, profiles that met a failure stay in the sandbox.
 * `signal` stops the run: what is not judged by then never is.
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
  // Vitest reads which fixtures a hook wants from how its first argument is written.
  afterAll(async ({}, file) => {
    if (!run) return;
    const kept =
      keep && !signal?.aborted
        ? run.callersOf(failures.flatMap(({ findings }) => findings.flatMap(({ exchange }) => exchange ?? [])))
        : [];
    file.meta.taxiwayKept = kept;
    await run.close(kept);
  });
  const settleOne = (context: TestContext, result: ContractResult) => {
    if (result.verdict === 'fail' || (strict && result.verdict === 'warn')) failures.push(result);
    settle(context, result, strict);
  };
  for (const [area, chosen] of Object.entries(Object.groupBy(selectContracts(areas, only), ({ area }) => area))) {
    describe.concurrent(area, () => {
      for (const { contract } of chosen!) {
        test(`${contract.title} [${contract.rules.join(', ')}]`, async (context) => {
          if (signal?.aborted) return;
          const result = await judge(run, area, contract);
          // What was stopped on its way says nothing.
          if (!signal?.aborted) settleOne(context, result);
        });
      }
    });
  }
  for (const check of closingChecks(only.length === 0)) {
    test(check.title, (context) => {
      if (!signal?.aborted) settleOne(context, check.judge(run));
    });
  }
}

function settle(context: TestContext, result: ContractResult, strict: boolean): void {
  context.task.meta.taxiway = result;
  const { verdict, reason, findings } = result;
  if (verdict === 'not exercised' || verdict === 'not applicable') context.skip(`${verdict}: ${reason}`);
  if (verdict === 'error') throw new Error(reason);
  if (verdict === 'fail' || (strict && verdict === 'warn')) {
    throw new Error(
      findings
        .map(
          ({ rules, assumptions, expected, actual, pointer }) =>
            `${[...rules, ...assumptions].join(', ') || 'openapi.yaml'}${pointer ? ` at ${pointer}` : ''}: expected ${expected}, found ${actual}`,
        )
        .join('\n'),
    );
  }
}
