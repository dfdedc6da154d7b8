import { systemClock } from '../../base/clock.ts';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { stopwatch } from '../../base/stopwatch.ts';
import { isUrl } from '../../config/judge-settings.ts';
import type { GivenJudgeSettings } from '../../config/read-judge-settings.ts';
import { readJudgeSettings } from '../../config/read-judge-settings.ts';
import type { Flags } from '../../config/setting.ts';
import { loadSpec } from '../../interface/openapi/load-spec.ts';
import { SpecError } from '../../interface/openapi/spec-error.ts';
import { loadAssumptions } from '../../interface/rules/load-assumptions.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { selectRules } from '../../interface/rules/select-rules.ts';
import type { Console } from '../report/console.ts';
import { openConsole } from '../report/console.ts';
import { listenToSignals } from '../report/signals.ts';
import { plain } from '../report/text.ts';
import { loadConduct } from './load-conduct.ts';
import { judgeRecording } from './recording/judge-recording.ts';
import { openSandbox } from './recording/open-sandbox.ts';
import type { OpenSource } from './recording/open-source.ts';
import { openFile } from './recording/open-source.ts';
import { RecordingError } from './recording/recording-error.ts';
import { SilenceTimeout } from './recording/silence-timeout.ts';
import type { Conclusion } from './report/conclusion.ts';
import { conclude, exitCodes } from './report/conclusion.ts';
import { renderConsole } from './report/console.ts';
import { readBaseline } from './report/failures.ts';
import { renderAnnotations, writeStepSummary } from './report/github.ts';
import { createProgress } from './report/progress.ts';
import type { JudgeReport } from './report/report.ts';
import { buildReport } from './report/report.ts';
import { writeReports } from './report/write-reports.ts';

/**
 * Runs `taxiway judge` and returns its exit code. The report goes to the console, everything else to standard error.
 */
export async function runJudge(flags: Flags, version: string): Promise<number> {
  const stop = listenToSignals();
  try {
    const given = readJudgeSettings(flags, process.env, process.cwd());
    const { settings } = given;
    const out = openConsole({ ...settings, github: toGithub(settings), colour: flags['color'] !== false });
    const baseline = settings.baseline === undefined ? [] : readBaseline(settings.baseline);
    const report = await judge(given, version, stop.signal);
    const strict = settings.strict ?? false;
    return writeUp(report, conclude(report, { strict, baseline }), settings, out);
  } catch (error) {
    const stopCode = stop.exitCode();
    if (stopCode === null) return fail(explain(error, String(flags['source'] ?? '')));
    console.error('taxiway: stopped before the recording was read; no report was written');
    return stopCode;
  }
}

async function judge(given: GivenJudgeSettings, version: string, signal: AbortSignal): Promise<JudgeReport> {
  const { settings } = given;
  const rules = loadRules();
  const only = selectRules(settings.only ?? [], rules, 'client');
  const [spec, areas] = await Promise.all([loadSpec(), loadConduct()]);
  const startedAt = new Date(systemClock.now()).toISOString();
  const elapsed = stopwatch();
  const source = await open(given, signal);
  const progress = createProgress(process.stderr, source.bytes);
  const recording = await judgeRecording(source.chunks, {
    spec,
    areas,
    origins: (settings.origins ?? []).map((url) => new URL(url)),
    serviceIdHeader: settings.serviceIdHeader ?? 'X-Service-Id',
    profile: settings.profile,
    onProgress: (bytes, judged) => {
      if (!settings.quiet) progress.step(bytes, judged);
    },
  }).finally(() => progress.end());
  const facts = { version, source: settings.source, startedAt, durationMs: elapsed(), only };
  return buildReport(facts, recording, areas, rules, loadAssumptions());
}

function open({ settings, credential }: GivenJudgeSettings, signal: AbortSignal): Promise<OpenSource> | OpenSource {
  if (!isUrl(settings.source)) return openFile(settings.source, signal);
  const timeout = new SilenceTimeout(() => {
    if (!settings.quiet) console.error(`taxiway: waiting for ${settings.source}, which sends nothing`);
  });
  const { source: baseUrl, profile: profileCode = '', adminToken, serviceIdHeader = 'X-Service-Id' } = settings;
  return openSandbox({ baseUrl, profileCode, credential, adminToken, serviceIdHeader }, signal, timeout);
}

function writeUp(
  report: JudgeReport,
  conclusion: Conclusion,
  settings: GivenJudgeSettings['settings'],
  out: Console,
): number {
  out.printReport(renderConsole(report, conclusion, { paint: out.paint, quiet: settings.quiet ?? false }));
  writeReports(settings, report, conclusion);
  if (toGithub(settings)) annotate(report, conclusion, out);
  return exitCodes[conclusion.verdict];
}

function toGithub({ github }: GivenJudgeSettings['settings']): boolean {
  return github ?? process.env['GITHUB_ACTIONS'] === 'true';
}

function annotate(report: JudgeReport, conclusion: Conclusion, out: Console): void {
  out.print(renderAnnotations(report, conclusion));
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file) writeStepSummary(file, report, conclusion);
}

function fail(message: string): number {
  console.error(message);
  return exitCodes.error;
}

function explain(error: unknown, source: string): string {
  const message = plain(messageOf(error));
  if (error instanceof RecordingError) return `taxiway: ${plain(source)} cannot be judged: ${message}`;
  if (error instanceof ConfigError || error instanceof SpecError) return `taxiway: ${message}`;
  const [from] = /\bat .*/.exec((error instanceof Error ? error.stack : undefined) ?? '') ?? [''];
  return (
    `taxiway: the judge itself failed: ${message} (${plain(from)})\nPlease report it with these lines and what ` +
    '`taxiway --version` says.'
  );
}
