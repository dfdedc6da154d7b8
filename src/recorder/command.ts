import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { systemClock, toIso } from '../base/clock.ts';
import { ConfigError } from '../base/config-error.ts';
import { freshSeed, Ids } from '../base/ids.ts';
import { messageOf } from '../base/message-of.ts';
import { stopwatch } from '../base/stopwatch.ts';
import { conclude, readBaseline } from '../check/judge/conclusion.ts';
import type { Finding } from '../check/judge/finding.ts';
import { loadConduct } from '../check/judge/load-conduct.ts';
import { present } from '../check/judge/present.ts';
import type { JudgedRecording } from '../check/judge/recording/judge-recording.ts';
import type { JudgeReport } from '../check/judge/report.ts';
import { buildReport } from '../check/judge/report.ts';
import { openConsole, reportFiles } from '../check/report/console.ts';
import { publish } from '../check/report/publish.ts';
import { exitCodes } from '../check/report/report.ts';
import { listenToSignals } from '../check/report/signals.ts';
import type { Paint } from '../check/report/terminal.ts';
import { count, cut, listed, plain } from '../check/report/text.ts';
import { isLoopback } from '../config/complete-config.ts';
import type { Given } from '../config/read-settings.ts';
import type { RecordSettings } from '../config/record-settings.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { GAP } from '../exchange/exchange.ts';
import type { OperationId } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import { loadSpec } from '../interface/openapi/load-spec.ts';
import { loadAssumptions } from '../interface/rules/load-assumptions.ts';
import { loadRules } from '../interface/rules/load-rules.ts';
import { loadScenarios } from '../scenarios/registry.ts';
import { ALL } from './faults/armed.ts';
import { OutFile } from './files/out-file.ts';
import { Recorder } from './recorder.ts';
import type { ResponseReport } from './responses.ts';
import { renderResponses } from './responses.ts';

/**
 * Runs `taxiway record` until a signal, and returns its exit code. Prints the verdicts on the console, and everything
 * else on standard error.
 */
export async function runRecord(given: Given<RecordSettings>, version: string): Promise<number> {
  const stop = listenToStop();
  const settings = completeSettings(given.settings);
  const { color: colour, github = given.env['GITHUB_ACTIONS'] === 'true' } = settings;
  const files = reportFiles(settings);
  const out = openConsole({ ...files, github, colour });
  const baseline = settings.baseline === undefined ? [] : readBaseline(settings.baseline);
  const { report, responses, faults } = await recordUntil(stop, settings, version, out.paint);
  const conclusion = conclude(report, { strict: settings.strict ?? false, baseline });
  if (faults.length > 0) Object.assign(conclusion, { verdict: 'error', reason: faults.join('; ') });
  out.printReport(renderResponses(responses, out.paint));
  return publish(present(report, conclusion), { ...settings, ...files, github }, out);
}

/** A request to stop, with the effect that further signals have. */
interface Stop {
  signal: AbortSignal;
  onAgain: (exitCode: number) => void;
}

function listenToStop(): Stop {
  const stop: Stop = {
    signal: listenToSignals((code) => stop.onAgain(code)).signal,
    onAgain: (code) => process.exit(code),
  };
  return stop;
}

/** The given settings, and those with a default. */
type RecordCommand = Partial<RecordSettings> & Pick<RecordSettings, 'upstream' | 'port' | 'host'>;

function completeSettings({
  upstream,
  host = '127.0.0.1',
  port = 4020,
  ...others
}: Partial<RecordSettings>): RecordCommand {
  const { out, adminToken } = others;
  if (upstream === undefined)
    throw new ConfigError('the upstream is missing; run `taxiway record https://staging.example`');
  if (out !== undefined && !/\.(har|ndjson)$/i.test(out))
    throw new ConfigError(`--out is "${out}"; expected a file that ends in .har or .ndjson`);
  if (!isLoopback(host) && adminToken === undefined)
    throw new ConfigError(
      `${host} can be reached from other machines, which needs an admin token for /_sandbox: start with ` +
        'TAXIWAY_ADMIN_TOKEN=$(openssl rand -hex 24), or listen on 127.0.0.1',
    );
  return { ...others, upstream, host, port };
}

/** Result of a run. */
interface Recorded {
  report: JudgeReport;
  responses: ResponseReport;
  /** Missing parts, each with its reason. */
  faults: string[];
}

async function recordUntil(stop: Stop, settings: RecordCommand, version: string, paint: Paint): Promise<Recorded> {
  const [spec, areas, scenarios] = await Promise.all([loadSpec(), loadConduct(), loadScenarios()]);
  const { upstream, quiet = false } = settings;
  let file: OutFile | null = null;
  const recorder = new Recorder({
    ...settings,
    settings,
    insecure: settings.insecure ?? false,
    ca: settings.ca === undefined ? undefined : readCa(settings.ca),
    serviceIdHeader: settings.serviceIdHeader ?? 'X-Service-Id',
    adminToken: settings.adminToken ?? null,
    keepAliveSeconds: settings.keepAliveSeconds ?? 300,
    spec,
    areas,
    scenarios,
    allowLive: settings.allowLive ?? false,
    ids: new Ids(freshSeed()),
    onSpared: (scenario, operation) => console.error(`taxiway record: ${spared(scenario, operation)}`),
    write: (exchange) => addTo(file, exchange),
    observe(exchange, findings) {
      if (!quiet && process.stderr.isTTY) console.error(renderExchange(exchange, findings, paint));
    },
    onRefused: () => console.error('taxiway record: too many connections: one was closed unread'),
    reportError: (error) =>
      console.error(`taxiway record: an exchange was not recorded or not judged: ${plain(messageOf(error))}`),
  });
  arm(recorder, settings.scenario);
  const startedAt = toIso(systemClock.now());
  const elapsed = stopwatch();
  const address = await listen(recorder, settings);
  try {
    await refuseLoop(address, settings);
    if (settings.out !== undefined) file = new OutFile(settings.out, GAP);
  } catch (error) {
    await recorder.close();
    throw error;
  }
  const failures: string[] = [];
  const fail = new AbortController();
  const onFailure = (error: unknown): void => {
    failures.push(`the recorder itself failed: ${messageOf(error)}`);
    console.error(`taxiway record: ${plain(error instanceof Error ? (error.stack ?? error.message) : String(error))}`);
    fail.abort();
  };
  process.on('uncaughtException', onFailure);
  console.error(`taxiway ${version} records ${plain(upstream)} at ${address} (stop: Ctrl-C)`);
  await stopped(AbortSignal.any([stop.signal, fail.signal]));
  const recording = await closeRecorder(recorder, stop);
  file?.close();
  process.off('uncaughtException', onFailure);
  const facts = { version, source: upstream, startedAt, durationMs: elapsed(), only: [] };
  const responses = recording.secrets.redact(recorder.responses.report);
  const report = buildReport(facts, recording, areas, loadRules(), loadAssumptions());
  const { cutOff, unrecorded } = recorder.missing;
  const faults = [
    ...failures,
    file?.fault ?? '',
    cutOff.length > 0 ? `${count(cutOff.length, 'call')} cut off by the stop: ${listed(cutOff, MOST_NAMES)}` : '',
    unrecorded.length > 0
      ? `${count(unrecorded.length, 'call')} not recorded or not judged: ${listed(unrecorded, MOST_NAMES)}`
      : '',
  ];
  return { report, responses, faults: faults.filter((fault) => fault !== '') };
}

/** Waits for the calls under way. After its notice, a signal cuts them off. */
async function closeRecorder(recorder: Recorder, stop: Stop): Promise<JudgedRecording> {
  // npm forwards a signal already sent by the terminal, so it comes twice.
  stop.onAgain = () => undefined;
  const timer = setTimeout(() => {
    const { underway } = recorder;
    if (underway.length === 0) return;
    console.error(
      `taxiway record: waits for ${count(underway.length, 'call')} under way: ${plain(listed(underway, MOST_NAMES))} ` +
        '(stop at once: Ctrl-C again)',
    );
    stop.onAgain = () => {
      stop.onAgain = () => process.exit(exitCodes.error);
      recorder.abandon();
    };
    // The first signal, after the recorder itself failed.
    stop.signal.addEventListener('abort', () => recorder.abandon());
  }, SAME_SIGNAL_MS);
  const recording = await recorder.close();
  clearTimeout(timer);
  stop.onAgain = () => process.exit(exitCodes.error);
  return recording;
}

/** Adds an exchange. Reports once if the file is no longer writable; the verdicts continue. */
function addTo(file: OutFile | null, exchange: Exchange): void {
  if (!file || file.fault !== '') return;
  file.add(exchange);
  if (file.fault !== '') console.error(`taxiway record: ${plain(file.fault)}`);
}

function arm({ faults }: Recorder, scenario: string | undefined): void {
  try {
    if (scenario !== undefined) faults.arm(ALL, scenario, null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ConfigError(`--scenario: ${error.details.map(({ message }) => message).join('; ') || error.message}`);
  }
}

function spared(scenario: string, operation: OperationId | null): string {
  return (
    `${scenario} did not act on ${operation ?? 'a call'}: its response lacks liveMode false, and its work ` +
    'may be real. It was passed on; --allow-live lets faults after commit act nevertheless'
  );
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}

async function listen(recorder: Recorder, { host, port }: RecordCommand): Promise<string> {
  try {
    return await recorder.listen();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `port ${port} of ${host} is in use; stop the process that listens there, or pass another --port (0 takes a ` +
          `free one)`,
      );
    throw new ConfigError(`cannot listen on ${host}, port ${port}: ${messageOf(error)}; give another --host or --port`);
  }
}

/** Throws ConfigError if each call would endlessly return to the recorder. */
async function refuseLoop(address: string, { upstream, host }: RecordCommand): Promise<void> {
  if (await leadsToItself(upstream, { host, port: Number(new URL(address).port) }))
    throw new ConfigError(`the upstream ${upstream} is the recorder itself; pass another --port, or another upstream`);
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`the file of --ca cannot be read: ${messageOf(error)}`);
  }
}

/** Renders an exchange as a terminal line: its request, its outcome, and the broken rules. */
export function renderExchange(exchange: Exchange, findings: readonly Finding[], paint: Paint): string {
  const { sequence, method, path, status, reason, ending, durationMs, scenario } = exchange;
  const outcome = status !== null && ending === 'answered' ? String(status) : reason || ending;
  const notes = [
    ...(scenario === null ? [] : [paint('yellow', scenario)]),
    ...findings.map(({ level, rules, advice }) =>
      paint(level === 'broken' ? 'red' : 'yellow', `${level} ${advice ?? rules.join(' ')}`),
    ),
  ];
  const took = `${Math.round(durationMs ?? 0)} ms`;
  const line = `${sequence} ${plain(method)} ${cut(plain(path), 120)} → ${plain(outcome)}, ${took}`;
  return [line, ...notes].join('  ');
}

const SAME_SIGNAL_MS = 200;
const MOST_NAMES = 10;

/** True if the upstream is the address at which the recorder itself listens, under any of its names. */
async function leadsToItself(upstream: string, listening: { host: string; port: number }): Promise<boolean> {
  const { hostname, port, protocol } = new URL(upstream);
  if (Number(port || (protocol === 'https:' ? 443 : 80)) !== listening.port) return false;
  const own = ANY.has(listening.host) ? ownAddresses() : await addressesOf(listening.host);
  const called = await addressesOf(hostname.replace(/^\[(.*)\]$/, '$1'));
  return called.some((address) => own.includes(address) || ANY.has(address));
}

/** Returns no address for an unknown name: the first call will report it. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}

const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
