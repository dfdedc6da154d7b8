import type { Given } from '../../config/read-settings.ts';
import type { VerifySettings } from '../../config/verify-settings.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { selectRules } from '../../interface/rules/select-rules.ts';
import type { Console } from '../report/console.ts';
import { openConsole } from '../report/console.ts';
import type { Progress } from '../report/progress.ts';
import { createProgress } from '../report/progress.ts';
import { publish } from '../report/publish.ts';
import { exitCodes } from '../report/report.ts';
import { listenToSignals } from '../report/signals.ts';
import { print } from '../report/terminal.ts';
import { count, plain } from '../report/text.ts';
import { conclude, readBaseline, readNotExercised } from './conclusion.ts';
import { loadContracts, planOf } from './load-contracts.ts';
import { briefOf, renderPlan } from './plan.ts';
import { present } from './present.ts';
import type { VerifyCommand } from './read-command.ts';
import { readCommand } from './read-command.ts';
import type { ContractResult, Verdict } from './verdict.ts';
import { verify } from './verify.ts';

/**
 * Runs `taxiway verify` and returns its exit code. Writes the report to the console, everything else to standard error.
 */
export async function runVerify(given: Given<VerifySettings>, version: string): Promise<number> {
  const command = readCommand(given);
  const only = selectRules(command.only, loadRules());
  if (command.plan) {
    const plan = planOf(await loadContracts(), only);
    return print(renderPlan(plan), command.json !== undefined && plan.map(briefOf));
  }
  return runContracts(command, only, version, openConsole(command));
}

async function runContracts(
  command: VerifyCommand,
  only: readonly string[],
  version: string,
  out: Console,
): Promise<number> {
  const { options, strict, quiet, minCoverage } = command;
  const baseline = command.baseline === undefined ? [] : readBaseline(command.baseline);
  const notExercised = command.notExercised === undefined ? [] : readNotExercised(command.notExercised);
  const stop = listenToSignals();
  const tally = new Tally();
  const report = await verify({ ...options, only, signal: stop.signal }, version, {
    onTarget(target, contracts) {
      if (quiet) return;
      console.error(
        `taxiway ${version} verifies ${target.flightsUrl} ` +
          `(${target.sandboxUrl ? 'a sandbox' : 'not a sandbox'}, liveMode ${target.liveMode}, profile ` +
          `${plain(target.keys.profileCode)}): ${count(contracts, 'contract')}`,
      );
      tally.begin(contracts);
    },
    onResult: (result) => {
      if (!quiet) tally.add(result);
    },
    onLimited: (limited) => tally.limit(limited),
  }).catch((error: unknown) => {
    if (stop.exitCode() === null) throw error;
    return null;
  });
  tally.end();
  const stopCode = stop.exitCode();
  if (report === null) return reportStop(stopCode ?? exitCodes.error, 0);
  const conclusion = conclude(report, { strict, baseline, notExercised, minCoverage, stopped: stopCode !== null });
  const shown = present(report, conclusion, options.baseUrl);
  if (stopCode === null) return publish(shown, command, out);
  publish(shown, { quiet }, out);
  return reportStop(stopCode, report.contracts.length);
}

/** Counts a run's results for its progress line. */
class Tally {
  readonly #seen: Partial<Record<Verdict, number>> = {};
  #progress: Progress | undefined;
  #total = 0;
  #done = 0;
  #limited = 0;

  begin(contracts: number): void {
    this.#total = contracts;
    this.#progress = createProgress(process.stderr, { total: contracts, drawEvery: 1, lineEvery: 50 });
    this.#progress.step(0, this.#words());
  }

  add({ area, title, verdict }: ContractResult): void {
    this.#done++;
    this.#seen[verdict] = (this.#seen[verdict] ?? 0) + 1;
    this.#progress?.step(this.#done, this.#words(), `${area}: ${title}`);
  }

  limit(limited: number): void {
    this.#limited = limited;
    this.#progress?.step(this.#done, this.#words());
  }

  end(): void {
    this.#progress?.end();
  }

  #words(): string {
    const seen = REPORTED.flatMap((verdict) => (this.#seen[verdict] ? [`${this.#seen[verdict]} ${verdict}`] : []));
    const waiting = this.#limited > 0 ? [`rate limit: 429 to ${count(this.#limited, 'call')}, made again`] : [];
    return [`${this.#done} of ${count(this.#total, 'contract')}`, ...seen, ...waiting].join(', ');
  }
}

/** Reports an early stop. Writes no partial report: a reader could mistake it for a complete one. */
function reportStop(exitCode: number, contracts: number): number {
  console.error(
    `taxiway verify: stopped after ${count(contracts, 'contract')}; the profiles made for the run are removed, and ` +
      'no report was written',
  );
  return exitCode;
}

/** Verdicts in the progress line. */
const REPORTED: readonly Verdict[] = ['fail', 'error', 'warn', 'not exercised'];
