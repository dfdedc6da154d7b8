import { MAX_EXAMS } from '../../src/check/exam/interactive/exams.ts';
import { MAX_ALL_FINDINGS, MAX_BYTES, MAX_PROFILES } from '../../src/check/judge/judge.ts';
import { MAX_HELD } from '../../src/check/judge/knowledge.ts';
import { MAX_FINDINGS } from '../../src/check/judge/subject.ts';
import { MAX_STREAMS } from '../../src/control-api/operations/journal.ts';
import { UPLOAD_LIMITS } from '../../src/control-api/state/read-upload.ts';
import { MAX_IMPORT_BYTES } from '../../src/control-api/state/receive-state.ts';
import { MAX_CONNECTIONS } from '../../src/http/connections.ts';
import { BODY_BYTES, BOUNDS } from '../../src/journal/bounds.ts';
import { MAX_CREDENTIALS } from '../../src/profiles/credentials.ts';
import { ARRIVAL_LIMITS } from '../../src/server/arrival.ts';

/** A limit that no setting changes, for docs/settings.md. */
export interface Limit {
  of: string;
  is: string;
  beyond: string;
}

export const limits: readonly Limit[] = [
  {
    of: 'headers of a request',
    is: `16 kB, and ${seconds(ARRIVAL_LIMITS.headMs)} to arrive`,
    beyond: '400 `invalid_request`, and the connection is closed',
  },
  {
    of: 'a body on its way',
    is:
      `${seconds(ARRIVAL_LIMITS.stillMs)} without a byte; in all ${seconds(ARRIVAL_LIMITS.wholeMs)}, and ` +
      `${seconds(ARRIVAL_LIMITS.perMegabyteMs)} more for each megabyte that has arrived`,
    beyond: '400 `invalid_request`, and the connection is closed',
  },
  {
    of: 'open connections',
    is: MAX_CONNECTIONS.toLocaleString('en'),
    beyond: 'the one idle the longest is closed; if all are in use, the new one, unread, and the log says so',
  },
  { of: 'exams at the console, of all profiles', is: String(MAX_EXAMS), beyond: '409 `too_many_exams`' },
  { of: 'body of a call of the service', is: '1 MB', beyond: '400 `payload_too_large`' },
  { of: 'file of an import', is: megabytes(UPLOAD_LIMITS.bytes), beyond: '413 `import_too_large`' },
  { of: 'imports of one profile at a time', is: '1', beyond: '409 `import_underway`' },
  {
    of: 'files of all imports under way',
    is: `${megabytes(MAX_IMPORT_BYTES)} together`,
    beyond: '409 `too_many_imports`',
  },
  {
    of: 'credentials of a profile that are not revoked',
    is: String(MAX_CREDENTIALS),
    beyond: '409 `too_many_credentials`',
  },
  {
    of: 'open journal streams of a profile, and as many of verdicts',
    is: String(MAX_STREAMS),
    beyond: '409 `too_many_streams`',
  },
  {
    of: 'journal of a profile',
    is:
      `${BOUNDS.profile.exchanges.toLocaleString('en')} exchanges and ${BOUNDS.profile.bytes / 1e6} MB, ` +
      `${BODY_BYTES / 1000} kB of each body`,
    beyond: 'the oldest exchanges are dropped and counted',
  },
  {
    of: 'calls without valid credentials in the journal of a profile, and of nobody',
    is: `${BOUNDS.profile.unauthenticated} calls`,
    beyond: 'the oldest of them are dropped and counted',
  },
  {
    of: 'verdicts',
    is:
      `all profiles of a sandbox, ${MAX_PROFILES.toLocaleString('en')} of a recording; ` +
      `${MAX_FINDINGS} findings of each check and profile; the first of each check and ` +
      `${MAX_ALL_FINDINGS.toLocaleString('en')} others of all profiles; of responses the last ` +
      `${MAX_HELD} of each kind and profile, in all ${MAX_BYTES / 1e6} MB`,
    beyond:
      'calls of further profiles are not judged, and the report says so; ' +
      'findings are only counted, unknown ids are undecided',
  },
  {
    of: 'journals of all profiles',
    is: `${BOUNDS.allBytes / 1e6} MB`,
    beyond: 'the profile that has most drops its oldest exchanges',
  },
];

function seconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`;
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
