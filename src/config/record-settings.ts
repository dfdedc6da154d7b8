import { serviceUrl } from './read-values.ts';
import type { Setting, Values } from './setting.ts';
import { inGroup, wholeNumber } from './setting.ts';
import {
  adminToken,
  baseline,
  CHECKS,
  configFile,
  keepAliveSeconds,
  REPORTS,
  reportSettings,
  serviceIdHeader,
  strict,
} from './shared-settings.ts';

const settings = [
  ...inGroup('Recording', [
    {
      key: 'upstream',
      argument: '<upstream>',
      description: 'base URL of the system to record, http or https',
      read: serviceUrl,
    },
    {
      key: 'port',
      flag: '--port <number>',
      env: 'TAXIWAY_RECORD_PORT',
      inFile: true,
      description: 'port for clients; 0 takes a free port',
      byDefault: '4020',
      ...wholeNumber(0, 65_535),
    },
    {
      key: 'host',
      flag: '--host <address>',
      env: 'TAXIWAY_RECORD_HOST',
      inFile: true,
      description: 'address to listen on; one within reach of other machines needs an admin token',
      byDefault: '127.0.0.1',
    },
    {
      key: 'ca',
      flag: '--ca <file>',
      env: 'TAXIWAY_RECORD_CA',
      inFile: true,
      kind: 'file',
      reads: true,
      description: 'certificate authority of the upstream, in PEM',
      byDefault: 'those of Node',
    },
    {
      key: 'insecure',
      flag: '--insecure',
      kind: 'switch',
      description: 'accept any certificate of the upstream',
    },
    { ...keepAliveSeconds, byDefault: '300' },
    serviceIdHeader,
    {
      ...adminToken,
      description: 'token for /_sandbox of the recorder',
      byDefault: 'none; only this machine has access',
    },
  ]),
  ...inGroup('Faults', [
    {
      key: 'scenario',
      flag: '--scenario <text>',
      env: 'TAXIWAY_RECORD_SCENARIO',
      inFile: true,
      description: 'armed for all clients: book:502-after-commit, for example',
      byDefault: 'none',
    },
    // Not in the environment, because it has to be a decision for each run.
    {
      key: 'allowLive',
      flag: '--allow-live',
      kind: 'switch',
      description: 'let faults after commit act even without liveMode false of the upstream; bookings may be real',
    },
  ]),
  ...inGroup(CHECKS, [
    strict,
    {
      ...baseline,
      env: 'TAXIWAY_JUDGE_BASELINE',
      description: 'known failures of the client, without effect on the exit code',
    },
  ]),
  ...inGroup(REPORTS, [
    {
      key: 'out',
      flag: '--out <file>',
      env: 'TAXIWAY_RECORD_OUT',
      inFile: true,
      kind: 'file',
      writes: 'file',
      description: 'write the exchanges, without secrets: as HAR into a .har, as lines of JSON into an .ndjson',
    },
    ...reportSettings({
      json: 'print the verdicts as JSON to standard output at the end, and everything else to standard error',
      jsonFile: 'write the verdicts as JSON into a file at the end',
      junit: 'write them as JUnit XML; - is standard output',
      html: 'write them as one HTML page; - is standard output',
      quiet: 'print only failures, without a line for each request',
    }),
  ]),
  configFile,
];

/** Every setting for `taxiway record`. */
export type RecordSettings = Values<(typeof settings)[number]>;

/** In `--help` order. */
export const recordSettings: readonly Setting<keyof RecordSettings>[] = settings;
