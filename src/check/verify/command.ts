import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import type { Flags } from '../../config/setting.ts';
import { SpecError } from '../../interface/openapi/spec-error.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { selectRules } from '../../interface/rules/select-rules.ts';
import type { Console } from '../report/console.ts';
import { openConsole } from '../report/console.ts';
import { print } from '../report/print.ts';
import { listenToSignals } from '../report/signals.ts';
import { count, plain } from '../report/text.ts';
import { loadContracts } from './load-contracts.ts';
import { renderPlan } from './plan.ts';
import { ProbeError } from './probe/probe.ts';
import type { VerifyCommand } from './read-command.ts';
import { readCommand } from './read-command.ts';
import type { Conclusion } from './report/conclusion.ts';
import { conclude, exitCodes } from './report/conclusion.ts';
import { renderConsole } from './report/console.ts';
import { readBaseline } from './report/failures.ts';
import { renderAnnotations, writeStepSummary } from './report/github.ts';
import { createProgress } from './report/progress.ts';
import type { Report } from './report/report.ts';
import { writeReports } from './report/write-reports.ts';
import { verify } from './verify.ts';

/**
 * Runs `taxiway verify` and returns its exit code. The report goes to the console, everything else to standard error.
 */
export async function runVerify(flags: Flags, version: string): Promise<number> {
  try {
    const command = readCommand({ flags, env: process.env, folder: process.cwd() });
    const only = selectRules(command.only, loadRules());
    if (command.plan) return print(renderPlan(await loadContracts(), only));
    const out = openConsole({ ...command, colour: flags['color'] !== false });
    return await runContracts(command, only, version, out);
  } catch (error) {
    console.error(explain(error));
    return exitCodes.error;
  }
}

async function runContracts(
  command: VerifyCommand,
  only: readonly string[],
  version: string,
  out: Console,
): Promise<number> {
  const { options, strict, quiet, github } = command;
  const baseline = command.baseline === undefined ? [] : readBaseline(command.baseline);
  const stop = listenToSignals();
  const progress = createProgress(process.stderr);
  const verified = await verify({ ...options, only, strict, signal: stop.signal, keep: out.stream.isTTY }, version, {
    onTarget(target, contracts) {
      if (quiet) return;
      console.error(
        `taxiway ${version} verifies ${target.flightsUrl} ` +
          `(${target.sandboxUrl ? 'a sandbox' : 'not a sandbox'}, liveMode ${target.liveMode}, profile ` +
          `${plain(target.keys.profileCode)}): ${count(contracts, 'contract')}`,
      );
      progress.begin(contracts);
    },
    onResult: (result) => {
      if (!quiet) progress.step(result);
    },
  }).catch((error: unknown) => {
    if (stop.exitCode() === null) throw error;
    return null;
  });
  progress.end();
  const stopCode = stop.exitCode();
  if (verified === null) return reportStop(stopCode ?? exitCodes.error, 0);
  const { report, kept } = verified;
  const conclusion = conclude(report, { strict, baseline, stopped: stopCode !== null });
  const { paint, columns } = out;
  out.printReport(renderConsole(report, conclusion, { paint, columns, quiet, baseUrl: options.baseUrl, kept }));
  if (stopCode !== null) return reportStop(stopCode, report.contracts.length);
  writeReports(command, report, conclusion);
  if (github) annotate(report, conclusion, out);
  return exitCodes[conclusion.verdict];
}

/** A partial report is not written: it could be mistaken for a complete one. */
function reportStop(exitCode: number, contracts: number): number {
  console.error(
    `taxiway: stopped after ${count(contracts, 'contract')}; the profiles made for the run are removed, and no ` +
      'report was written',
  );
  return exitCode;
}

function annotate(report: Report, conclusion: Conclusion, out: Console): void {
  out.print(renderAnnotations(report, conclusion));
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file) writeStepSummary(file, report, conclusion);
}

function explain(error: unknown): string {
  const message = messageOf(error);
  if (error instanceof ConfigError || error instanceof ProbeError || error instanceof SpecError)
    return `taxiway: ${plain(message)}`;
  const stack = error instanceof Error ? error.stack : undefined;
  const [from] = /\bat .*/.exec(stack ?? '') ?? [''];
  return (
    `taxiway: the harness itself failed: ${plain(message)} (${plain(from)})\nPlease report it with these lines ` +
    'and what `taxiway --version` says.'
  );
}
