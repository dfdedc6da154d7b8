import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, toIso } from '../../base/clock.ts';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { writePrivately } from '../../base/private-file.ts';
import type { ExamSettings } from '../../config/exam-settings.ts';
import type { Given } from '../../config/read-settings.ts';
import { redactText } from '../../exchange/redaction.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { loadConduct } from '../judge/load-conduct.ts';
import type { Console } from '../report/console.ts';
import { openConsole } from '../report/console.ts';
import { renderText } from '../report/formats/text.ts';
import { publish } from '../report/publish.ts';
import { exitCodeOf, exitCodes } from '../report/report.ts';
import { listenToSignals } from '../report/signals.ts';
import { print } from '../report/terminal.ts';
import { count, plain } from '../report/text.ts';
import type { OpenSandbox } from './begin-situation.ts';
import type { CertificateFile } from './certificate/certificate.ts';
import { certify, readCertificate, writeCertificate } from './certificate/certificate-file.ts';
import type { Comparison } from './certificate/compare.ts';
import { compareCertificates } from './certificate/compare.ts';
import { presentComparison } from './certificate/present-comparison.ts';
import type { ExamResults } from './exam.ts';
import { explore, holdExam } from './exam.ts';
import { personAtTerminal } from './interactive/ask-person.ts';
import { holdInteractive } from './interactive/hold-interactive.ts';
import { present, renderDiscoveries } from './present.ts';
import type { ExamCommand } from './read-command.ts';
import { readExamCommand } from './read-command.ts';
import type { ExamReport, SituationReport } from './report.ts';
import { buildExamReport } from './report.ts';
import type { SituationResult } from './result.ts';
import type { Situation } from './situation.ts';

/**
 * Runs `taxiway exam` and returns its exit code: 0 passed, 1 failed, 2 no result. Prints the scorecard on the console,
 * and everything else on standard error.
 */
export async function runExam(given: Given<ExamSettings>, version: string, open: OpenSandbox): Promise<number> {
  const command = readExamCommand(given);
  if (command.list) return print(listSituations(command), command.json !== undefined && command.reported.map(briefOf));
  const older = command.compare === undefined ? null : readCertificate(command.compare);
  const out = openConsole(command);
  if (older !== null && command.with !== undefined) {
    const comparison = compareCertificates(older, readCertificate(command.with));
    return publish(presentComparison(comparison, version), command, out);
  }
  if (command.explore !== null) return exploreAndReport(command, command.explore, version, out, open);
  return holdAndReport(command, older, version, out, open);
}

async function holdAndReport(
  command: ExamCommand,
  older: CertificateFile | null,
  version: string,
  out: Console,
  openSandbox: OpenSandbox,
): Promise<number> {
  const { applicable, quiet } = command;
  const startedAt = toIso(systemClock.now());
  const stop = listenToSignals();
  let done = 0;
  const note = ({ situation, verdict, durationMs }: SituationResult) => {
    done++;
    if (!quiet)
      console.error(`${done}/${applicable.length} ${verdict} ${situation} (${(durationMs / 1000).toFixed(1)} s)`);
  };
  if (!quiet)
    console.error(
      `taxiway ${version} examines ${plain(command.command.join(' '))}: ${count(applicable.length, 'situation')}`,
    );
  const held: ExamResults = command.interactive
    ? await holdInteractive({
        ...{ ...command, version, startedAt, openSandbox, situations: applicable },
        ...{ person: personAtTerminal(), signal: stop.signal },
      })
    : await holdExam({ ...command, openSandbox, situations: applicable, signal: stop.signal, onResult: note });
  const { results, durationMs } = held;
  const stopCode = stop.exitCode();
  if (stopCode !== null) {
    console.error(`taxiway exam: stopped after ${count(results.length, 'situation')}; no report was written`);
    return stopCode;
  }
  const report = buildExamReport({
    ...command,
    version,
    startedAt,
    ledBy: command.interactive ? 'person' : 'program',
    durationMs,
    situations: command.reported,
    results,
    rules: loadRules(),
    areas: await loadConduct(),
  });
  const presented = present(report);
  const exitCode = publish(presented, command, out);
  if (command.evidence !== undefined) writeEvidence(command.evidence, report);
  if (exitCode === exitCodes.error || (command.certificate === undefined && older === null)) return exitCode;
  const newer = certify(report, command.client, command.only);
  if (command.certificate !== undefined) writeCertificate(command.certificate, newer, presented);
  return older === null ? exitCode : printComparison(compareCertificates(older, newer), command, version, out);
}

function printComparison(comparison: Comparison, { quiet }: ExamCommand, version: string, out: Console): number {
  const presented = presentComparison(comparison, version);
  out.printReport(`\nCompared with ${comparison.older.date}:\n${renderText(presented, { ...out, quiet })}`);
  return exitCodeOf(presented);
}

async function exploreAndReport(
  command: ExamCommand,
  runs: number,
  version: string,
  out: Console,
  openSandbox: OpenSandbox,
): Promise<number> {
  const stop = listenToSignals();
  let failures = 0;
  if (!command.quiet)
    console.error(`taxiway ${version} explores ${plain(command.command.join(' '))}: ${count(runs, 'run')}`);
  const discoveries = await explore({
    ...command,
    openSandbox,
    runs,
    tasks: [...new Set(command.applicable.map(({ task }) => task))],
    signal: stop.signal,
    onRun(done, failed) {
      if (failed) failures++;
      if (!command.quiet && (done % 20 === 0 || done === runs))
        console.error(`${done}/${runs} runs, ${failures} failed`);
    },
  });
  const stopCode = stop.exitCode();
  if (stopCode !== null) return stopCode;
  out.printReport(renderDiscoveries(discoveries, runs, out.paint));
  if (command.json !== undefined)
    process.stdout.write(`${redactText(JSON.stringify({ runs, discoveries }, null, 2))}\n`);
  return discoveries.length > 0 ? exitCodes.failed : exitCodes.passed;
}

function briefOf({ name, task, title }: Situation): object {
  return { name, task, title };
}

function listSituations({ reported }: ExamCommand): string {
  const longest = Math.max(...reported.map(({ name }) => name.length));
  return reported.map(({ name, title }) => `${name.padEnd(longest)}  ${title}\n`).join('');
}

/**
 * Writes a folder for each examined situation: its result, its exchanges, its verdicts and the client output. Secrets
 * are redacted. Throws ConfigError if it cannot write.
 */
export function writeEvidence(folder: string, { situations }: ExamReport): void {
  try {
    for (const situation of situations) writeOne(folder, situation);
  } catch (error) {
    throw new ConfigError(`the evidence cannot be written to ${folder}: ${messageOf(error)}; pass another folder`);
  }
}

function writeOne(folder: string, { result, ...situation }: SituationReport): void {
  if (!result) return;
  const own = join(folder, situation.name);
  mkdirSync(own, { recursive: true });
  const { clients, journal, verdicts, ...rest } = result;
  writePrivately(join(own, 'result.json'), toText({ ...situation, ...rest }));
  writePrivately(join(own, 'exchanges.json'), toText(journal));
  writePrivately(join(own, 'verdicts.json'), toText(verdicts));
  for (const [i, { stdout, stderr }] of clients.entries()) {
    const suffix = clients.length === 1 ? '' : `-${i + 1}`;
    writePrivately(join(own, `stdout${suffix}.txt`), redactText(stdout));
    writePrivately(join(own, `stderr${suffix}.txt`), redactText(stderr));
  }
}

function toText(value: unknown): string {
  return redactText(`${JSON.stringify(value, null, 2)}\n`);
}
