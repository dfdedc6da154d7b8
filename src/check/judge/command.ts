import { systemClock } from '../../base/clock.ts';
import { ConfigError } from '../../base/config-error.ts';
import { stopwatch } from '../../base/stopwatch.ts';
import type { Credential } from '../../config/credential.ts';
import { readCredential } from '../../config/credential.ts';
import type { JudgeSettings } from '../../config/judge-settings.ts';
import { isUrl } from '../../config/judge-settings.ts';
import type { Given } from '../../config/read-settings.ts';
import { RecordingError } from '../../exchange/recording-reader.ts';
import { loadSpec } from '../../interface/openapi/load-spec.ts';
import { loadAssumptions } from '../../interface/rules/load-assumptions.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { selectRules } from '../../interface/rules/select-rules.ts';
import { openConsole, reportFiles } from '../report/console.ts';
import { createProgress } from '../report/progress.ts';
import { publish } from '../report/publish.ts';
import { exitCodes } from '../report/report.ts';
import { listenToSignals } from '../report/signals.ts';
import { count, plain } from '../report/text.ts';
import { conclude, readBaseline } from './conclusion.ts';
import { loadConduct } from './load-conduct.ts';
import { present } from './present.ts';
import { judgeRecording } from './recording/judge-recording.ts';
import { openSandbox, SilenceTimeout } from './recording/open-sandbox.ts';
import type { OpenSource } from './recording/open-source.ts';
import { openFile } from './recording/open-source.ts';
import type { JudgeReport } from './report.ts';
import { buildReport } from './report.ts';

/**
 * Runs `taxiway judge` and returns its exit code. Prints the report on the console, and everything else on standard
 * error.
 */
export async function runJudge(given: Given<JudgeSettings>, version: string): Promise<number> {
  const stop = listenToSignals();
  const command = readJudgeCommand(given);
  const { strict = false, baseline: file, ...settings } = command.settings;
  const files = reportFiles(settings);
  const out = openConsole({ ...files, ...command });
  const baseline = file === undefined ? [] : readBaseline(file);
  const report = await judge(command, version, stop.signal).catch((error: unknown) => {
    if (stop.exitCode() === null) throw explain(error, settings.source);
    console.error('taxiway judge: stopped before the recording was read; no report was written');
    return null;
  });
  if (report === null) return stop.exitCode() ?? exitCodes.error;
  return publish(present(report, conclude(report, { strict, baseline })), { ...settings, ...files, ...command }, out);
}

/** Input for `taxiway judge`; report file names are absolute. */
export interface JudgeCommand {
  settings: Partial<JudgeSettings> & Pick<JudgeSettings, 'source'>;
  /** Key pair for a sandbox journal; undefined for a file. */
  credential: Credential | undefined;
  github: boolean;
  colour: boolean | undefined;
}

/** Throws ConfigError if the source is missing, or is a sandbox without a profile. */
export function readJudgeCommand(given: Given<JudgeSettings>): JudgeCommand {
  const { layers, env } = given;
  const { source, color: colour, ...settings } = given.settings;
  const { github = env['GITHUB_ACTIONS'] === 'true' } = settings;
  if (source === undefined)
    throw new ConfigError('the recording is missing; run `taxiway judge recording.har`, or - for standard input');
  // A file ignores the profile in the environment, set for other commands, so that no call is left out.
  if (!isUrl(source)) {
    const { profile } = layers.at(-1)?.settings ?? {};
    return { settings: { ...settings, source, profile }, credential: undefined, github, colour };
  }
  const credential = settings.adminToken === undefined ? credentialOf(given) : undefined;
  const profile = settings.profile ?? credential?.profileCode;
  if (profile === undefined)
    throw new ConfigError('the journal of which profile? Pass --profile dp_…, or a key pair of it');
  return { settings: { ...settings, source, profile }, credential, github, colour };
}

/** Returns the key pair if any part but the profile is set. */
function credentialOf({ settings, layers, env }: Given<JudgeSettings>): Credential | undefined {
  const { credential, publicKey, secretKey, profile: profileCode } = settings;
  if (credential === undefined && publicKey === undefined && secretKey === undefined) return undefined;
  const sources = layers.map((layer) => {
    const { credential: file, ...parts } = layer.settings;
    const written = 'credentials' in layer ? layer.credentials['credential'] : undefined;
    return { name: layer.name, file, parts: written ?? { publicKey: parts.publicKey, secretKey: parts.secretKey } };
  });
  const profile = { name: 'the profile', file: undefined, parts: { profileCode } };
  return readCredential([profile, ...sources], 'the credential', env);
}

async function judge(command: JudgeCommand, version: string, signal: AbortSignal): Promise<JudgeReport> {
  const { settings } = command;
  const rules = loadRules();
  const only = selectRules(settings.only ?? [], rules, 'client');
  const [spec, areas] = await Promise.all([loadSpec(), loadConduct()]);
  const startedAt = new Date(systemClock.now()).toISOString();
  const elapsed = stopwatch();
  const source = await open(command, signal);
  const progress = createProgress(process.stderr, { total: source.bytes, drawEvery: 2e6, lineEvery: 50e6 });
  const recording = await judgeRecording(source.chunks, {
    spec,
    areas,
    origins: (settings.origins ?? []).map((url) => new URL(url)),
    serviceIdHeader: settings.serviceIdHeader ?? 'X-Service-Id',
    profile: settings.profile,
    onProgress: (bytes, judged) => {
      if (!settings.quiet) progress.step(bytes, describeProgress(bytes, source.bytes, judged));
    },
  }).finally(() => progress.end());
  const facts = { version, source: settings.source, startedAt, durationMs: elapsed(), only };
  return buildReport(facts, recording, areas, rules, loadAssumptions());
}

function describeProgress(bytes: number, total: number | null, judged: number): string {
  const of = total === null || total < bytes ? '' : ` of ${inMegabytes(total)}`;
  return `${inMegabytes(bytes)}${of} MB read, ${count(judged, 'exchange')} judged`;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function open({ settings, credential }: JudgeCommand, signal: AbortSignal): Promise<OpenSource> | OpenSource {
  if (!isUrl(settings.source)) return openFile(settings.source, signal);
  const timeout = new SilenceTimeout(() => {
    if (!settings.quiet) console.error(`taxiway judge: waiting for data from ${settings.source}`);
  });
  const { source: baseUrl, profile: profileCode = '', adminToken, serviceIdHeader = 'X-Service-Id' } = settings;
  return openSandbox({ baseUrl, profileCode, credential, adminToken, serviceIdHeader }, signal, timeout);
}

/** Adds the source name to an error of the recording. */
function explain(error: unknown, source: string): unknown {
  if (!(error instanceof RecordingError)) return error;
  return new ConfigError(`${plain(source)} cannot be judged: ${plain(error.message)}`);
}
