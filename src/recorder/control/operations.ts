import { toIso } from '../../base/clock.ts';
import type { RecordSettings } from '../../config/record-settings.ts';
import { recordSettings } from '../../config/record-settings.ts';
import type { ControlServices } from '../../control-api/control-services.ts';
import type { ProfileOperation, ServiceOperation } from '../../control-api/operation.ts';
import { describeSettings } from '../../control-api/operations/about.ts';
import { describeProfile } from '../../control-api/operations/profiles.ts';
import { sharedOperations } from '../../control-api/operations/shared-operations.ts';
import type { ControlOperations } from '../../control-api/serve-control.ts';
import { har } from '../../exchange/har/write-har.ts';
import { journalFile } from '../../exchange/journal-file/write-journal-file.ts';
import type { ControlOperationId } from '../../interface/control-api.ts';
import type { ArmedScenario } from '../../store/profiles.ts';
import type { RecordedJournal } from './recorded-journal.ts';

export interface RecorderServices extends ControlServices {
  journal: RecordedJournal;
  settings: Partial<RecordSettings>;
  /** Arms a scenario on a profile. Throws Refusal. */
  arm(this: void, profileCode: string, scenario: string, calls: number | null): ArmedScenario | null;
}

/** Alternative to an exam. A recorder refuses exams, because an exam empties the profile and moves its clock. */
const EXAM = 'Lead the exam in the console of a sandbox, or run `taxiway exam`.';

/** Operations refused by a recorder, each with the reason and an alternative. */
export const alternatives = {
  createProfile: refusal('make a profile', 'Create it there; the recorder lists a profile after its first call.'),
  changeProfile: refusal('change a profile', 'Change it there.'),
  removeProfile: refusal('remove a profile', 'Remove it there; DELETE …/verdicts begins the verdicts again.'),
  listCredentials: refusal('list the key pairs', 'Read them there.'),
  addCredential: refusal('add a key pair', 'Add it there.'),
  getPageKeys: refusal('make the key pair of a page', 'Add a key pair there.'),
  revokeCredential: refusal('revoke a key pair', 'Revoke it there, or arm the scenario revoked-key.'),
  resetProfile: refusal('reset a profile', 'Reset it there; DELETE …/verdicts and DELETE …/scenario work here.'),
  exportProfile: refusal('export the state', 'Export the journal: GET …/journal.har or …/journal.ndjson.'),
  importProfile: refusal('import a state', 'Import it into a sandbox, and put the recorder in front of that.'),
  setClock: refusal('set the clock', 'Arm slow or timeout for delays, or use a sandbox for another time.'),
  advanceClock: refusal('move the clock', 'Wait, arm slow or timeout for delays, or use a sandbox for another time.'),
  listResources: refusal('list the resources', 'Ask the service itself, or read what passed: GET …/journal.'),
  getResource: refusal(
    'show a resource',
    'Ask the service itself, or search the journal: GET …/journal?contains=<id>.',
  ),
  getProviderCalls: refusal(
    'show the provider calls',
    'Ask the service itself: its own calls do not pass the recorder.',
  ),
  actOnResource: refusal(
    'act on a resource',
    'Arm a scenario at the edge: PUT …/scenario; GET /_sandbox/scenarios lists them.',
  ),
  getMetrics: refusal('show the metrics', 'Read them there.'),
  getExam: refusal('show an exam', EXAM),
  startExam: refusal('start an exam', EXAM),
  takeOverExam: refusal('continue an exam', EXAM),
  stateOutcome: refusal('continue an exam', EXAM),
  skipSituation: refusal('continue an exam', EXAM),
  retrySituation: refusal('continue an exam', EXAM),
  getExamFile: refusal('show the report of an exam', EXAM),
  endExam: refusal('end an exam', EXAM),
} satisfies Partial<Record<ControlOperationId, string>>;

function refusal(deed: string, alternative: string): string {
  return `The recorder cannot ${deed} of another service. ${alternative}`;
}

const getProfile = {
  operationId: 'getProfile',
  access: 'profile',
  run: (_services, { profile }) => ({ body: { profile: describeProfile(profile) } }),
} satisfies ProfileOperation<'getProfile', RecorderServices>;

const getAgenda = {
  operationId: 'getAgenda',
  access: 'profile',
  run: (_services, { now }) => ({ body: { now: toIso(now), due: [], dueTotal: 0 } }),
} satisfies ProfileOperation<'getAgenda', RecorderServices>;

const getSettings = {
  operationId: 'getSettings',
  access: 'admin',
  run: ({ settings }) => ({ body: { settings: describeSettings(recordSettings, settings) } }),
} satisfies ServiceOperation<'getSettings', RecorderServices>;

const armScenario = {
  operationId: 'armScenario',
  access: 'profile',
  run: ({ arm }, { profile, body: { scenario, calls = null } }) => ({
    body: { armed: arm(profile.code, scenario, calls) },
  }),
} satisfies ProfileOperation<'armScenario', RecorderServices>;

const exportJournal = {
  operationId: 'exportJournal',
  access: 'profile',
  run: ({ journal }, { profile }) => journal.file(profile.code, journalFile),
} satisfies ProfileOperation<'exportJournal', RecorderServices>;

const exportJournalAsHar = {
  operationId: 'exportJournalAsHar',
  access: 'profile',
  run: ({ journal }, { profile }) => journal.file(profile.code, har),
} satisfies ProfileOperation<'exportJournalAsHar', RecorderServices>;

export const recorderOperations: Omit<ControlOperations<RecorderServices>, keyof typeof alternatives> = {
  ...sharedOperations,
  armScenario,
  exportJournal,
  exportJournalAsHar,
  getAgenda,
  getProfile,
  getSettings,
};
