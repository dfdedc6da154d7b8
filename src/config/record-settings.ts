import { adminToken, integer, nonEmpty, serviceIdHeader, serviceUrl, trueOrFalse } from './read-values.ts';
import type { Setting } from './setting.ts';

/** Every setting of `taxiway record`. */
export interface RecordSettings {
  upstream: string;
  port: number;
  host: string;
  insecure: boolean;
  /** A file in PEM. */
  ca: string;
  adminToken: string;
  serviceIdHeader: string;
  /** A HAR file or a journal. */
  out: string;
  /** As `GET /_sandbox/scenarios` of a sandbox has them; only those that can act at the edge. */
  scenario: string;
  allowLive: boolean;
  strict: boolean;
  baseline: string;
  json: string;
  junit: string;
  html: string;
  github: boolean;
  quiet: boolean;
}

/** A setting of `taxiway record`; `--help` groups it. */
export type RecordSetting = Setting<RecordSettings> & {
  /** Heading of its part of `--help` and of the docs. */
  group: string;
  /** A flag that switches it off, where the environment may have switched it on. */
  offFlag?: string;
  kind: Required<Setting<RecordSettings>>['kind'];
  /** The default, in a few words. */
  byDefault?: string;
};

const PROXY = 'What is recorded';
const FAULTS = 'What goes wrong';
const CHECKS = 'What is checked';
export const RECORD_REPORTS = 'What is written';

/** In the order of `--help`. */
export const recordSettings: readonly RecordSetting[] = [
  {
    key: 'upstream',
    group: PROXY,
    flag: null,
    env: null,
    kind: 'text',
    description: 'base URL of the system to record, http or https',
    read: serviceUrl,
  },
  {
    key: 'port',
    group: PROXY,
    flag: '--port <number>',
    env: 'TAXIWAY_RECORD_PORT',
    kind: 'number',
    description: 'where clients find the recorder; 0 takes a free port',
    byDefault: '4020',
    read: integer(0, 65_535),
  },
  {
    key: 'host',
    group: PROXY,
    flag: '--host <address>',
    env: 'TAXIWAY_RECORD_HOST',
    kind: 'text',
    description: 'the address to listen on; one that other machines reach needs an admin token',
    byDefault: '127.0.0.1',
    read: nonEmpty,
  },
  {
    key: 'ca',
    group: PROXY,
    flag: '--ca <file>',
    env: 'TAXIWAY_RECORD_CA',
    kind: 'file',
    description: 'certificate authority of the upstream, in PEM',
    byDefault: 'those of Node',
    read: nonEmpty,
  },
  {
    key: 'insecure',
    group: PROXY,
    flag: '--insecure',
    env: null,
    kind: 'switch',
    description: 'take the certificate of the upstream as it is',
    read: trueOrFalse,
  },
  {
    key: 'serviceIdHeader',
    group: PROXY,
    flag: '--service-id-header <name>',
    env: 'TAXIWAY_SERVICE_ID_HEADER',
    kind: 'text',
    description: 'name of the header <PUBLIC_KEY>:<PROFILE_CODE>',
    byDefault: 'X-Service-Id',
    read: serviceIdHeader,
  },
  {
    key: 'adminToken',
    group: PROXY,
    flag: '--admin-token <token>',
    env: 'TAXIWAY_ADMIN_TOKEN',
    kind: 'text',
    description: 'what opens /_sandbox of the recorder',
    byDefault: 'none; it opens to this machine only',
    read: adminToken,
    secret: true,
  },
  {
    key: 'scenario',
    group: FAULTS,
    flag: '--scenario <text>',
    env: 'TAXIWAY_RECORD_SCENARIO',
    kind: 'text',
    description: 'armed for all clients: book:502-after-commit, for example',
    byDefault: 'none',
    read: nonEmpty,
  },
  // Not in the environment: it has to be a decision for each run.
  {
    key: 'allowLive',
    group: FAULTS,
    flag: '--allow-live',
    env: null,
    kind: 'switch',
    description: 'faults after commit act although the upstream does not say liveMode false: bookings are real then',
    read: trueOrFalse,
  },
  {
    key: 'strict',
    group: CHECKS,
    flag: '--strict',
    offFlag: '--no-strict',
    env: 'TAXIWAY_STRICT',
    kind: 'switch',
    description: 'an assumption that is not met fails the run',
    read: trueOrFalse,
  },
  {
    key: 'baseline',
    group: CHECKS,
    flag: '--baseline <file>',
    env: 'TAXIWAY_JUDGE_BASELINE',
    kind: 'file',
    description: 'known failures of the client, which do not fail the run',
    read: nonEmpty,
  },
  {
    key: 'out',
    group: RECORD_REPORTS,
    flag: '--out <file>',
    env: 'TAXIWAY_RECORD_OUT',
    kind: 'file',
    description: 'write the exchanges, without secrets: as HAR into a .har, as lines of JSON into an .ndjson',
    read: nonEmpty,
  },
  {
    key: 'json',
    group: RECORD_REPORTS,
    flag: '--json <file>',
    env: null,
    kind: 'file',
    description: 'write the verdicts as JSON at the end; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'junit',
    group: RECORD_REPORTS,
    flag: '--junit <file>',
    env: null,
    kind: 'file',
    description: 'write them as JUnit XML; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'html',
    group: RECORD_REPORTS,
    flag: '--html <file>',
    env: null,
    kind: 'file',
    description: 'write them as one HTML page; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'github',
    group: RECORD_REPORTS,
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
    group: RECORD_REPORTS,
    flag: '--quiet',
    env: null,
    kind: 'switch',
    description: 'print no line for each request, and of the verdicts failures only',
    read: trueOrFalse,
  },
];
