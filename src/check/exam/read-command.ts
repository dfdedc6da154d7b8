import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import type { ExamSettings } from '../../config/exam-settings.ts';
import type { Given } from '../../config/read-settings.ts';
import type { ReportFiles } from '../report/console.ts';
import { reportFiles } from '../report/console.ts';
import type { ClientName } from './certificate/certificate.ts';
import type { ExpectedFailure } from './expected-failures.ts';
import { readExpectedFailures } from './expected-failures.ts';
import type { ExitCodes, Variable } from './protocol.ts';
import { EXIT_CODES, PERSON, readVariable } from './protocol.ts';
import type { Candidate } from './run-client.ts';
import { programCandidate } from './run-client.ts';
import type { Situation } from './situation.ts';
import { EXAM_VERSION } from './situation.ts';
import { canBeLed, readTasks, selectSituations, situationNames } from './situations.ts';

/** All options for a `taxiway exam` call. */
export interface ExamCommand extends ReportFiles {
  candidate: Candidate;
  /** The command line as typed. */
  command: readonly string[];
  /** Reported situations, in catalogue order. */
  reported: readonly Situation[];
  /** Reported situations within the client's tasks. */
  applicable: readonly Situation[];
  expected: readonly ExpectedFailure[];
  exam: number;
  parallel: number;
  seed: string;
  /** Runs under random events; null for the situations. */
  explore: number | null;
  strict: boolean;
  list: boolean;
  github: boolean;
  quiet: boolean;
  colour: boolean | undefined;
  /** The GitHub step's summary file, to append to with `github`. */
  stepSummary: string | undefined;
  evidence: string | undefined;
  /** True if a person replaces the command. */
  interactive: boolean;
  progress: string | undefined;
  port: number;
  /** Values from `--only`. */
  only: readonly string[];
  /** Client name; the command itself without `--client`. */
  client: ClientName;
  certificate: string | undefined;
  /** Path to an older certificate. */
  compare: string | undefined;
  /** Path to a newer certificate, instead of an exam. */
  with: string | undefined;
}

/** Fills in the defaults. Throws ConfigError with advice on the right input. */
export function readExamCommand({ settings, env }: Given<ExamSettings>): ExamCommand {
  const { list = false, interactive = false } = settings;
  const command = interactive ? PERSON : (settings.command ?? []);
  const [executable = '', ...args] = command;
  refuseHalfCertificates(settings);
  refuseMixedInteractive(settings);
  if (executable === '' && !list && settings.with === undefined)
    throw new ConfigError('the command is missing; write it after two dashes: taxiway exam -- node my-client.js');
  const reported = selectSituations(settings.only ?? []);
  const able = readTasks(settings.tasks ?? []);
  const { expectedFailures } = settings;
  return {
    candidate: programCandidate({
      command: executable,
      args,
      variables: (settings.env ?? []).map(toVariable),
      exitCodes: toExitCodes(settings.exitCodes),
      limitMs: (settings.timeout ?? DEFAULT_SECONDS) * 1000,
    }),
    command,
    reported,
    applicable: reported.filter((one) => able.includes(one.task) && (!interactive || canBeLed(one))),
    expected: expectedFailures === undefined ? [] : readExpectedFailures(expectedFailures, situationNames),
    exam: settings.exam ?? EXAM_VERSION,
    parallel: settings.parallel ?? MOST_AT_ONCE,
    seed: settings.seed ?? 'exam',
    explore: settings.explore ?? null,
    strict: settings.strict ?? false,
    list,
    github: settings.github ?? env['GITHUB_ACTIONS'] === 'true',
    quiet: settings.quiet ?? false,
    colour: settings.color,
    stepSummary: settings.stepSummary,
    ...reportFiles(settings),
    evidence: settings.evidence,
    interactive,
    progress: settings.progress,
    port: settings.port ?? DEFAULT_PORT,
    only: settings.only ?? [],
    client: toClientName(settings.client ?? `${command.join(' ')}@unknown`),
    certificate: settings.certificate,
    compare: settings.compare,
    with: settings.with,
  };
}

function refuseMixedInteractive({ interactive = false, ...settings }: Partial<ExamSettings>): void {
  const { command = [], explore, progress, port } = settings;
  if (interactive && (command.length > 0 || explore !== undefined))
    throw new ConfigError('--interactive replaces a command and --explore; leave out the others');
  if (!interactive && (progress !== undefined || port !== undefined))
    throw new ConfigError(`--${progress === undefined ? 'port' : 'progress'} needs --interactive`);
}

function refuseHalfCertificates(settings: Partial<ExamSettings>): void {
  const { certificate, client, compare, command = [], explore } = settings;
  if (certificate !== undefined && client === undefined)
    throw new ConfigError('--certificate needs the name and the version of the client: --client my-shop@2.4.1');
  if (explore !== undefined && (certificate ?? compare) !== undefined)
    throw new ConfigError('--explore has no situations to certify or compare; leave out one of them');
  if (settings.with === undefined) return;
  if (compare === undefined) throw new ConfigError('--with needs the older certificate: --compare <file>');
  if (command.length > 0 || certificate !== undefined)
    throw new ConfigError('--with replaces an exam; leave out the command and --certificate');
}

/** A name may contain `@`, as npm packages do. */
function toClientName(text: string): ClientName {
  const at = text.lastIndexOf('@');
  return { name: text.slice(0, at), version: text.slice(at + 1) };
}

function toVariable(text: string): Variable {
  try {
    return readVariable(text);
  } catch (error) {
    throw new ConfigError(`--env: ${messageOf(error)}`);
  }
}

function toExitCodes(codes: readonly number[] | undefined): ExitCodes {
  if (codes === undefined) return EXIT_CODES;
  const [booked, notBooked, unknown] = codes;
  if (booked === undefined || notBooked === undefined || unknown === undefined || new Set(codes).size !== 3)
    throw new ConfigError(
      `--exit-codes is "${codes.join(',')}"; expected three different ones: booked, not booked, unknown`,
    );
  return { booked, 'not booked': notBooked, unknown };
}

const DEFAULT_SECONDS = 30;
const DEFAULT_PORT = 4010;
const MOST_AT_ONCE = 24;
