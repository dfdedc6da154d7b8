import { integer, nonEmpty, positive } from './read-values.ts';
import type { Setting } from './setting.ts';
import type { ReportSettings } from './shared-settings.ts';
import { REPORTS, reportSettings, strict } from './shared-settings.ts';

/** Every setting of `taxiway exam`. */
export interface ExamSettings extends ReportSettings {
  /** The command of the client, word by word. */
  command: string[];
  /** Names of situations; a text that is none stands for all that begin with it. */
  only: string[];
  tasks: string[];
  /** `NAME={baseUrl}` each. */
  env: string[];
  /** For booked, not booked and unknown. */
  exitCodes: number[];
  parallel: number;
  /** Time limit of a client for one situation, in seconds. */
  timeout: number;
  seed: string;
  strict: boolean;
  exam: number;
  expectedFailures: string;
  explore: number;
  list: boolean;
  evidence: string;
}

const CLIENT = 'How the client is run';
const SITUATIONS = 'What it is examined in';

/** In the order of `--help`. */
export const examSettings: readonly Setting<keyof ExamSettings>[] = [
  {
    key: 'command',
    group: CLIENT,
    argument: '[command...]',
    kind: 'words',
    description: 'the client, behind two dashes: `taxiway exam -- node my-client.js`',
  },
  {
    key: 'env',
    group: CLIENT,
    flag: '--env <NAME=value>',
    kind: 'list',
    description:
      'a variable for the client: {baseUrl}, {secretKey}, {publicKey}, {profileCode}, {serviceId}, {task} and ' +
      '{traveller} stand for what it needs; repeatable',
    byDefault: 'TAXIWAY_BASE_URL={baseUrl} and the like',
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
  },
  {
    key: 'only',
    group: SITUATIONS,
    flag: '--only <situations>',
    env: 'TAXIWAY_ONLY_SITUATIONS',
    kind: 'list',
    description: 'this situation only; what is no whole name stands for all that begin with it; repeatable',
    byDefault: 'all',
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
    reads: true,
    description: 'known failures, one `situation` or `situation:rule` in a line; one that passes fails the exam',
  },
  { ...strict, group: SITUATIONS, description: 'an assumption that is not met fails the exam' },
  {
    key: 'seed',
    group: SITUATIONS,
    flag: '--seed <text>',
    env: 'TAXIWAY_SEED',
    description: 'what ids, offers and prices follow from',
    byDefault: 'exam',
  },
  {
    key: 'explore',
    group: SITUATIONS,
    flag: '--explore <runs>',
    kind: 'number',
    description: 'instead of the list: this many runs under random events, each failure shrunk to the shortest',
    read: integer(1, 100_000),
  },
  {
    key: 'list',
    group: SITUATIONS,
    flag: '--list',
    kind: 'switch',
    description: 'print the situations, and run nothing',
  },
  ...reportSettings({ html: 'write it as one HTML page: the scorecard; - is standard output' }),
  {
    key: 'evidence',
    group: REPORTS,
    flag: '--evidence <folder>',
    env: 'TAXIWAY_EVIDENCE',
    kind: 'file',
    writes: 'folder',
    description: 'write a folder for each situation: exchanges (redacted), verdicts, truth, output of the client',
    read: nonEmpty,
  },
];
