import PQueue from 'p-queue';
import { select } from '../../../base/values/select.ts';
import { curlWords } from '../../../exchange/as-curl.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { Area } from '../contract.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { inSteps, selectContracts } from '../load-contracts.ts';
import type { Target } from '../probe/target.ts';
import { isAccepted } from '../responses/outcome.ts';
import type { ContractResult } from '../verdict.ts';
import { closingChecks } from './closing-checks.ts';
import { judge } from './judge.ts';
import { Run } from './run.ts';

interface Ran {
  results: ContractResult[];
  /** Faults in the harness itself. */
  faults: string[];
  /** Notes about the run. */
  notes: string[];
}

export interface RunOptions {
  /** Only the contracts for these rules. */
  only?: readonly string[];
  /** Ends the run early. The run returns the results until then. */
  signal?: AbortSignal;
}

export interface RunProgress {
  onResult?(result: ContractResult): void;
  /** Called whenever a rate limit pauses the calls, with the number of 429 responses so far. */
  onLimited?(limited: number): void;
}

/** Runs the contracts against a probed target. `progress` gets each result immediately. */
export async function runContracts(
  areas: readonly Area[],
  target: Target,
  spec: Spec,
  { only = [], signal }: RunOptions,
  progress: RunProgress,
): Promise<Ran> {
  const run = new Run(target, spec, (limited) => progress.onLimited?.(limited));
  const results: ContractResult[] = [];
  const faults: string[] = [];
  const note = (error: unknown) => void faults.push((error instanceof Error && error.stack) || String(error));
  const add = (result: ContractResult) => {
    // An interrupted contract has no verdict.
    if (signal?.aborted) return;
    results.push(result);
    progress.onResult?.(result);
  };
  // The run may have been stopped during the probe, which has made a profile.
  if (signal?.aborted) run.client.stop();
  signal?.addEventListener('abort', () => run.client.stop());
  process.on('unhandledRejection', note);
  try {
    await judgeAll(run, selectContracts(areas, only), add);
  } finally {
    process.off('unhandledRejection', note);
  }
  addCalls(run, results);
  await run.close();
  return { results, faults, notes: run.notes };
}

/**
 * Runs contracts concurrently, final ones after all others, and then a run's final checks. `onResult` gets each result
 * immediately, except for a failure with a refused call. Only after the others is it known whether the target refuses
 * such calls by chance. The contract then runs again.
 */
export async function judgeAll(
  run: Run,
  selected: ReturnType<typeof selectContracts>,
  onResult: (result: ContractResult) => void,
): Promise<void> {
  const queue = new PQueue({ concurrency: run.target.concurrency * 2 });
  for (const step of inSteps(selected)) {
    const again: (() => Promise<ContractResult>)[] = [];
    await queue.addAll(
      step.map(({ area, contract }) => async () => {
        if (run.client.stopping.aborted) return;
        const result = await judge(run, area, contract);
        if (!showsRefusal(result)) return onResult(result);
        again.push(() => (showsChance(run, result) ? judge(run, area, contract) : Promise.resolve(result)));
      }),
    );
    await queue.addAll(again.map((make) => async () => onResult(await make())));
  }
  for (const check of closingChecks) onResult(check.judge(run));
}

function showsRefusal({ findings }: ContractResult): boolean {
  return findings.some(({ exchange }) => exchange !== null && !isAccepted(exchange));
}

function showsChance({ validCalls }: Run, { findings }: ContractResult): boolean {
  return findings.some(({ exchange }) => exchange !== null && validCalls.isByChance(exchange));
}

/** Adds the calls that led to it to each finding with a call. */
function addCalls(run: Run, results: readonly ContractResult[]): void {
  const list = createCallList(run);
  for (const { findings } of results)
    for (const finding of findings) if (finding.exchange) finding.calls = list(finding.exchange);
}

/**
 * Returns a function to list the calls that led to a finding as curl lines, oldest first: every call of its contract
 * until then, and the searches with their offers. Ids and tokens belong to this run, so the lines are only a record.
 * The contract makes the calls again with new ones.
 */
function createCallList({ callsOf, client }: Run): (last: CheckedExchange) => string {
  const searches = client.exchanges.filter(({ operationId }) => operationId === 'searchFlights');
  const searchOf = new Map(
    searches.flatMap((search) =>
      select(search.value, '/offers/*/offerId').map(({ value }) => [inPath(String(value)), search]),
    ),
  );
  return (last) => {
    const own = (callsOf.get(last.exchangeId) ?? [last]).filter(({ sequence }) => sequence <= last.sequence);
    const sources = own.flatMap(({ path }) => path.split('/').flatMap((part) => searchOf.get(part) ?? []));
    const calls = [...new Map([...sources, ...own].map((call) => [call.sequence, call])).values()];
    return [...HEAD, ...calls.sort((a, b) => a.sequence - b.sequence).flatMap(toLines), ''].join('\n');
  };
}

function toLines(exchange: CheckedExchange): string[] {
  const { exchangeId, operationId, status, request } = exchange;
  const secret = headerOf(request.headers, 'authorization')
    ?.slice(-4)
    .replace(/[^\w-]/g, '');
  return [
    `# ${exchangeId}${operationId ? `, ${operationId},` : ''} returned ${status}` +
      (secret === undefined ? '' : `; the secret key ends in "${secret}"`),
    curlWords(exchange, exchange.server ?? '')
      .map((word) => word.trim())
      .join(' '),
  ];
}

/** Encodes a value as the client does. Text from a target may have half a character. */
function inPath(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const HEAD = [
  '# The calls of the contract up to the finding, with the ids and tokens of the run. These expire, and a sandbox',
  '# removes the profiles of a run: to repeat the finding, run the rule again.',
];
