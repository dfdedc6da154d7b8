import { serviceUrl } from './read-values.ts';
import type { Setting } from './setting.ts';
import { wholeNumber } from './setting.ts';
import type { ReportSettings } from './shared-settings.ts';
import {
  adminToken,
  baseline,
  configFile,
  keepAliveSeconds,
  REPORTS,
  reportSettings,
  serviceIdHeader,
  strict,
} from './shared-settings.ts';

/** Every setting of `taxiway record`. */
export interface RecordSettings extends ReportSettings {
  upstream: string;
  port: number;
  host: string;
  insecure: boolean;
  /** A file in PEM. */
  ca: string;
  keepAliveSeconds: number;
  adminToken: string;
  serviceIdHeader: string;
  /** A HAR file or a journal. */
  out: string;
  /** As in `GET /_sandbox/scenarios` of a sandbox; only scenarios for the edge. */
  scenario: string;
  allowLive: boolean;
  strict: boolean;
  baseline: string;
  config: string;
}

const PROXY = 'Recording';
const FAULTS = 'Faults';

/** In the order of `--help`. */
export const recordSettings: readonly Setting<keyof RecordSettings>[] = [
  {
    key: 'upstream',
    group: PROXY,
    argument: '<upstream>',
    description: 'base URL of the system to record, http or https',
    read: serviceUrl,
  },
  {
    key: 'port',
    group: PROXY,
    flag: '--port <number>',
    env: 'TAXIWAY_RECORD_PORT',
    inFile: true,
    description: 'port for clients; 0 takes a free port',
    byDefault: '4020',
    ...wholeNumber(0, 65_535),
  },
  {
    key: 'host',
    group: PROXY,
    flag: '--host <address>',
    env: 'TAXIWAY_RECORD_HOST',
    inFile: true,
    description: 'address to listen on; one within reach of other machines needs an admin token',
    byDefault: '127.0.0.1',
  },
  {
    key: 'ca',
    group: PROXY,
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
    group: PROXY,
    flag: '--insecure',
    kind: 'switch',
    description: 'accept any certificate of the upstream',
  },
  { ...keepAliveSeconds, group: PROXY, byDefault: '300' },
  { ...serviceIdHeader, group: PROXY },
  {
    ...adminToken,
    group: PROXY,
    description: 'token for /_sandbox of the recorder',
    byDefault: 'none; only this machine has access',
  },
  {
    key: 'scenario',
    group: FAULTS,
    flag: '--scenario <text>',
    env: 'TAXIWAY_RECORD_SCENARIO',
    inFile: true,
    description: 'armed for all clients: book:502-after-commit, for example',
    byDefault: 'none',
  },
  // Not in the environment: it has to be a decision for each run.
  {
    key: 'allowLive',
    group: FAULTS,
    flag: '--allow-live',
    kind: 'switch',
    description: 'let faults after commit act even without liveMode false of the upstream; bookings may be real',
  },
  strict,
  {
    ...baseline,
    env: 'TAXIWAY_JUDGE_BASELINE',
    description: 'known failures of the client, without effect on the exit code',
  },
  {
    key: 'out',
    group: REPORTS,
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
  configFile,
];
