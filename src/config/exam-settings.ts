import { extname } from 'node:path';
import { integer, nonEmpty } from './read-values.ts';
import type { Setting, Values } from './setting.ts';
import { inGroup, positiveNumber, wholeNumber } from './setting.ts';
import { configFile, REPORTS, reportSettings, strict } from './shared-settings.ts';

const settings = [
  ...inGroup('How the client is run', [
    {
      key: 'command',
      argument: '[command...]',
      kind: 'words',
      inFile: true,
      description: 'the client, after two dashes: `taxiway exam -- node my-client.js`',
    },
    {
      key: 'env',
      flag: '--env <NAME=value>',
      inFile: true,
      kind: 'words',
      description:
        'a variable for the client: {baseUrl}, {secretKey}, {publicKey}, {profileCode}, {serviceId}, {task} and ' +
        '{traveller} are placeholders; repeatable',
      byDefault: 'TAXIWAY_BASE_URL={baseUrl} and the like',
    },
    {
      key: 'exitCodes',
      flag: '--exit-codes <codes>',
      env: 'TAXIWAY_EXIT_CODES',
      inFile: true,
      kind: 'list',
      description: 'exit codes of the client for booked, not booked and unknown',
      byDefault: '0,3,4',
      read: integer(0, 255),
      schema: { type: 'integer', minimum: 0, maximum: 255 },
    },
    {
      key: 'timeout',
      flag: '--timeout <seconds>',
      env: 'TAXIWAY_EXAM_TIMEOUT',
      inFile: true,
      description: 'time limit of the client for one situation; up to ten times as long on a busy machine',
      byDefault: '30',
      ...positiveNumber(3600),
    },
    {
      key: 'parallel',
      flag: '--parallel <number>',
      env: 'TAXIWAY_PARALLEL',
      inFile: true,
      description:
        'most situations at once: one for each processor, and more while the processors are not busy; a failed one ' +
        'runs again alone',
      byDefault: '24',
      ...wholeNumber(1, 64),
    },
    {
      key: 'interactive',
      flag: '--interactive',
      kind: 'switch',
      description: 'guide a person through the situations, for an app or a web shop; replaces a command',
    },
    {
      key: 'progress',
      flag: '--progress <file>',
      kind: 'file',
      writes: 'file',
      description: 'with --interactive: keep the results in this file, and continue there',
      read: nonEmpty,
    },
    {
      key: 'port',
      flag: '--port <number>',
      description: 'with --interactive: port of the sandbox for the app; 0 takes a free one',
      byDefault: '4010',
      ...wholeNumber(0, 65_535),
    },
  ]),
  ...inGroup('Situations', [
    {
      key: 'tasks',
      flag: '--tasks <tasks>',
      env: 'TAXIWAY_TASKS',
      inFile: true,
      kind: 'list',
      description:
        'tasks of the client: book-transfer, change-transfer, cancel-transfer, order-flight, hold-flight; the rest ' +
        'is not applicable',
      byDefault: 'all but cancel-transfer',
    },
    {
      key: 'only',
      flag: '--only <situations>',
      env: 'TAXIWAY_ONLY_SITUATIONS',
      inFile: true,
      kind: 'list',
      description: 'only this situation, or all that begin with this text; repeatable',
      byDefault: 'all',
    },
    {
      key: 'exam',
      flag: '--exam <version>',
      env: 'TAXIWAY_EXAM',
      inFile: true,
      description: 'version of the catalogue; later situations run without failing the exam',
      byDefault: 'the newest',
      ...wholeNumber(1, 1000),
    },
    {
      key: 'expectedFailures',
      flag: '--expected-failures <file>',
      env: 'TAXIWAY_EXPECTED_FAILURES',
      inFile: true,
      kind: 'file',
      reads: true,
      description: 'known failures, one `situation` or `situation:rule` per line; a passed one fails the exam',
    },
    { ...strict, description: 'an assumption not met fails the exam' },
    {
      key: 'seed',
      flag: '--seed <text>',
      env: 'TAXIWAY_SEED',
      inFile: true,
      description: 'root of flights, rides, prices and random events; keys and ids are new in each exam',
      byDefault: 'exam',
    },
    {
      key: 'explore',
      flag: '--explore <runs>',
      description: 'number of runs under random events, in place of the list; each failure is shrunk',
      ...wholeNumber(1, 100_000),
    },
    {
      key: 'list',
      flag: '--list',
      kind: 'switch',
      description: 'print the situations without running them',
    },
  ]),
  ...inGroup(REPORTS, [
    ...reportSettings({ html: 'write the scorecard as one HTML page; - is standard output' }),
    {
      key: 'evidence',
      flag: '--evidence <folder>',
      env: 'TAXIWAY_EVIDENCE',
      inFile: true,
      kind: 'file',
      writes: 'folder',
      description: 'write a folder for each situation: exchanges (redacted), verdicts, truth, output of the client',
      read: nonEmpty,
    },
    {
      key: 'certificate',
      flag: '--certificate <file>',
      env: 'TAXIWAY_CERTIFICATE',
      kind: 'file',
      writes: 'file',
      filesOf: certificateFiles,
      description: 'write the result as a page, and as JSON with its digest next to it; needs --client',
    },
    {
      key: 'client',
      flag: '--client <name@version>',
      env: 'TAXIWAY_CLIENT',
      description: 'name and version of the client in the certificate, as in my-shop@2.4.1',
      read: nameAndVersion,
    },
    {
      key: 'compare',
      flag: '--compare <file>',
      env: 'TAXIWAY_COMPARE',
      kind: 'file',
      reads: true,
      description: 'an older certificate (JSON): print the changes; the exit code is 1 if anything is worse',
    },
    {
      key: 'with',
      flag: '--with <file>',
      kind: 'file',
      reads: true,
      description: 'with --compare: a newer certificate in place of an exam',
    },
  ]),
  configFile,
];

/** Every setting for `taxiway exam`. */
export type ExamSettings = Values<(typeof settings)[number]>;

/** In `--help` order. */
export const examSettings: readonly Setting<keyof ExamSettings>[] = settings;

/** Returns a certificate's page and its JSON, for a setting that names either. */
export function certificateFiles(file: string): [html: string, json: string] {
  const extension = extname(file);
  const base = extension === '' ? file : file.slice(0, -extension.length);
  if (extension.toLowerCase() === '.json') return [`${base}.html`, file];
  return [extension === '' ? `${file}.html` : file, `${base}.json`];
}

function nameAndVersion(text: string): string {
  if (!/^.+@[^@\s]+$/s.test(text)) throw new Error('expected a name and a version, as in my-shop@2.4.1');
  return text;
}
