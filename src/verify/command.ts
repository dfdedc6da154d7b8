import { ConfigError } from '../config/config-error.ts';
import type { Flags } from '../config/setting.ts';
import { freshSeed } from '../ids.ts';
import { messageOf } from '../message-of.ts';
import { SpecError } from '../openapi/load-spec.ts';
import { loadRules } from '../rules/load-rules.ts';
import { loadContracts } from './load-contracts.ts';
import { renderPlan } from './plan.ts';
import { ProbeError } from './probe/probe.ts';
import type { VerifyCommand } from './read-command.ts';
import { readCommand } from './read-command.ts';
import { readBaseline } from './report/baseline.ts';
import type { Conclusion } from './report/conclusion.ts';
import { conclude, exitCodes } from './report/conclusion.ts';
import { renderConsole } from './report/console.ts';
import { renderAnnotations, writeStepSummary } from './report/github.ts';
import { coloured, colourless } from './report/paint.ts';
import { createProgress } from './report/progress.ts';
import type { Report } from './report/report.ts';
import { count, plain } from './report/text.ts';
import { writeReports } from './report/write-reports.ts';
import { selectRules } from './select-rules.ts';
import { verify } from './verify.ts';

/**
 * Runs `taxiway verify` and returns its exit code. The report goes to standard output, everything else to standard
 * error.
 */
export async function runVerify(flags: Flags, version: string): Promise<number> {
  try {
    const command = readCommand({ flags, env: process.env, folder: process.cwd() });
    const only = selectRules(command.only, loadRules());
    if (command.plan) return print(renderPlan(await loadContracts(), only));
    return await runContracts(command, only, version, flags['color'] !== false);
  } catch (error) {
    console.error(explain(error));
    return exitCodes.error;
  }
}

async function runContracts(
  command: VerifyCommand,
  only: readonly string[],
  version: string,
  colour: boolean,
): Promise<number> {
  const { options, strict, quiet, github } = command;
  const baseline = command.baseline === undefined ? [] : readBaseline(command.baseline);
  const stop = listenToSignals();
  const progress = createProgress(process.stderr);
  const verified = await verify(
    { ...options, only, strict, signal: stop.signal, keep: process.stdout.isTTY },
    version,
    {
      onTarget(target, contracts) {
        if (quiet) return;
        console.error(
          `taxiway ${version} verifies ${target.flightsUrl} ` +
            `(${target.sandboxUrl ? 'a sandbox' : 'not a sandbox'}, liveMode ${target.liveMode}, profile ` +
            `${plain(target.keys.profileCode)}): ${count(contracts, 'contract')}`,
        );
        progress.begin(contracts + 1);
      },
      onResult: (result) => {
        if (!quiet) progress.step(result);
      },
    },
  ).catch((error: unknown) => {
    if (stop.exitCode() === null) throw error;
    return null;
  });
  progress.end();
  const stopCode = stop.exitCode();
  if (verified === null) return reportStop(stopCode ?? exitCodes.error, 0);
  const { report, kept } = verified;
  const conclusion = conclude(report, { strict, baseline, stopped: stopCode !== null });
  printReport(
    renderConsole(report, conclusion, { paint: colour ? coloured : colourless, quiet, baseUrl: options.baseUrl, kept }),
    github,
  );
  if (stopCode !== null) return reportStop(stopCode, report.contracts.length);
  writeReports(command, report, conclusion);
  if (github) annotate(report, conclusion);
  return exitCodes[conclusion.verdict];
}

/** The first SIGINT or SIGTERM stops the run in order, the second one ends the process at once. */
function listenToSignals(): { signal: AbortSignal; exitCode: () => number | null } {
  const controller = new AbortController();
  let code: number | null = null;
  for (const [name, number] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(name, () => {
      if (code !== null) process.exit(number);
      code = number;
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => code };
}

/** A partial report is not written: it could be mistaken for a complete one. */
function reportStop(exitCode: number, contracts: number): number {
  console.error(
    `taxiway: stopped after ${count(contracts, 'contract')}; the profiles made for the run are removed, and no ` +
      'report was written',
  );
  return exitCode;
}

/**
 * GitHub runs workflow commands in the output of a step; text of the target, in a curl line for example, must not be
 * one.
 */
function printReport(text: string, github: boolean): void {
  const end = freshSeed();
  print(github ? `::stop-commands::${end}\n${text}::${end}::\n` : text);
}

function annotate(report: Report, conclusion: Conclusion): void {
  print(renderAnnotations(report, conclusion));
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file) writeStepSummary(file, report, conclusion);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
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
