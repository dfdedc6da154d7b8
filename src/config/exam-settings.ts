import { integer, nonEmpty, positive, trueOrFalse } from './read-values.ts';
import type { Setting } from './setting.ts';

/** Every setting of `taxiway exam`. */
export interface ExamSettings {
  /** Names of situations; a text that is none stands for all that begin with it. */
  only: string[];
  tasks: string[];
  /** `NAME={baseUrl}` each. */
  env: string[];
  /** For booked, not booked and unknown. */
  exitCodes: number[];
  parallel: number;
  /** The time that a client has for one situation, in seconds. */
  timeout: number;
  seed: string;
  strict: boolean;
  exam: number;
  expectedFailures: string;
  explore: number;
  list: boolean;
  json: string;
  junit: string;
  html: string;
  evidence: string;
  github: boolean;
  quiet: boolean;
}

/** A setting of `taxiway exam`; `--help` groups it. */
export type ExamSetting = Setting<ExamSettings> & {
  group: string;
  /** A flag that switches it off, where the environment may have switched it on. */
  offFlag?: string;
  kind: Required<Setting<ExamSettings>>['kind'];
  byDefault?: string;
};

const CLIENT = 'How the client is run';
const SITUATIONS = 'What it is examined in';
export const EXAM_REPORTS = 'What is written';

/** In the order of `--help`. */
export const examSettings: readonly ExamSetting[] = [
  {
    key: 'env',
    group: CLIENT,
    flag: '--env <NAME=value>',
    env: null,
    kind: 'list',
    description:
      'a variable for the client: {baseUrl}, {secretKey}, {publicKey}, {profileCode}, {serviceId}, {task} and ' +
      '{traveller} stand for what it needs; repeatable',
    byDefault: 'TAXIWAY_BASE_URL={baseUrl} and the like',
    read: nonEmpty,
  },
  {
    key: 'exitCodes',
    group: CLIENT,
    flag: '--exit-codes <codes>',
    env: 'TAXIWAY_EXIT_CODES',
    kind: 'list',
    description: 'the exit codes by which the client says that it believes booked, not booked, unknown',
    byDefault: '0,3,4',
    read: integer(0, 255),
  },
  {
    key: 'timeout',
    group: CLIENT,
    flag: '--timeout <seconds>',
    env: 'TAXIWAY_EXAM_TIMEOUT',
    kind: 'number',
    description: 'the time that the client has for one situation',
    byDefault: '30',
    read: positive(3600),
  },
  {
    key: 'parallel',
    group: CLIENT,
    flag: '--parallel <number>',
    env: 'TAXIWAY_PARALLEL',
    kind: 'number',
    description: 'situations at once; what fails then is run again alone',
    byDefault: 'one for each processor, at most 8',
    read: integer(1, 64),
  },
  {
    key: 'tasks',
    group: SITUATIONS,
    flag: '--tasks <tasks>',
    env: 'TAXIWAY_TASKS',
    kind: 'list',
    description:
      'what the client can do: book-transfer, change-transfer, order-flight, hold-flight; the rest is not applicable',
    byDefault: 'all',
    read: nonEmpty,
  },
  {
    key: 'only',
    group: SITUATIONS,
    flag: '--only <situations>',
    env: 'TAXIWAY_ONLY_SITUATIONS',
    kind: 'list',
    description: 'this situation only; what is no whole name stands for all that begin with it; repeatable',
    byDefault: 'all',
    read: nonEmpty,
  },
  {
    key: 'exam',
    group: SITUATIONS,
    flag: '--exam <version>',
    env: 'TAXIWAY_EXAM',
    kind: 'number',
    description: 'the version of the catalogue that counts; later situations are run and do not fail the exam',
    byDefault: 'the newest',
    read: integer(1, 1000),
  },
  {
    key: 'expectedFailures',
    group: SITUATIONS,
    flag: '--expected-failures <file>',
    env: 'TAXIWAY_EXPECTED_FAILURES',
    kind: 'file',
    description: 'known failures, one `situation` or `situation:rule` in a line; one that passes fails the exam',
    read: nonEmpty,
  },
  {
    key: 'strict',
    group: SITUATIONS,
    flag: '--strict',
    offFlag: '--no-strict',
    env: 'TAXIWAY_STRICT',
    kind: 'switch',
    description: 'an assumption that is not met fails the exam',
    read: trueOrFalse,
  },
  {
    key: 'seed',
    group: SITUATIONS,
    flag: '--seed <text>',
    env: 'TAXIWAY_SEED',
    kind: 'text',
    description: 'what ids, offers and prices follow from',
    byDefault: 'exam',
    read: nonEmpty,
  },
  {
    key: 'explore',
    group: SITUATIONS,
    flag: '--explore <runs>',
    env: null,
    kind: 'number',
    description: 'instead of the list: this many runs under random events, each failure shrunk to the shortest',
    read: integer(1, 100_000),
  },
  {
    key: 'list',
    group: SITUATIONS,
    flag: '--list',
    env: null,
    kind: 'switch',
    description: 'print the situations, and run nothing',
    read: trueOrFalse,
  },
  {
    key: 'json',
    group: EXAM_REPORTS,
    flag: '--json <file>',
    env: 'TAXIWAY_JSON',
    kind: 'file',
    description: 'write the report as JSON; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'junit',
    group: EXAM_REPORTS,
    flag: '--junit <file>',
    env: 'TAXIWAY_JUNIT',
    kind: 'file',
    description: 'write it as JUnit XML; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'html',
    group: EXAM_REPORTS,
    flag: '--html <file>',
    env: 'TAXIWAY_HTML',
    kind: 'file',
    description: 'write it as one HTML page: the scorecard; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'evidence',
    group: EXAM_REPORTS,
    flag: '--evidence <folder>',
    env: 'TAXIWAY_EVIDENCE',
    kind: 'file',
    description: 'write a folder for each situation: exchanges (redacted), verdicts, truth, output of the client',
    read: nonEmpty,
  },
  {
    key: 'github',
    group: EXAM_REPORTS,
    flag: '--github',
    offFlag: '--no-github',
    env: 'TAXIWAY_GITHUB',
    kind: 'switch',
    description: 'annotate the run of GitHub Actions',
    byDefault: 'on where GITHUB_ACTIONS is true',
    read: trueOrFalse,
  },
  {
    key: 'quiet',
    group: EXAM_REPORTS,
    flag: '--quiet',
    env: null,
    kind: 'switch',
    description: 'print failures and the verdict only',
    read: trueOrFalse,
  },
];
