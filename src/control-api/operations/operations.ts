import type { Service } from '../../service.ts';
import type { ControlOperations } from '../serve-control.ts';
import { getMetrics, getSettings } from './about.ts';
import { armScenario } from './armed-scenario.ts';
import { advanceClock, getAgenda, setClock } from './clock.ts';
import {
  endExam,
  getExam,
  getExamFile,
  retrySituation,
  skipSituation,
  startExam,
  stateOutcome,
  takeOverExam,
} from './exam.ts';
import { exportJournal, exportJournalAsHar } from './journal.ts';
import {
  addCredential,
  changeProfile,
  createProfile,
  getPageKeys,
  getProfile,
  listCredentials,
  revokeCredential,
} from './profiles.ts';
import { actOnResource, getProviderCalls, getResource, listResources } from './resources.ts';
import { sharedOperations } from './shared-operations.ts';
import { exportProfile, importProfile, removeProfile, resetProfile } from './state.ts';

/** Every control API operation, as a sandbox serves it. */
export const controlOperations: ControlOperations<Service> = {
  ...sharedOperations,
  actOnResource,
  addCredential,
  advanceClock,
  stateOutcome,
  armScenario,
  changeProfile,
  createProfile,
  endExam,
  exportJournal,
  exportJournalAsHar,
  exportProfile,
  getAgenda,
  getExam,
  getExamFile,
  getMetrics,
  getPageKeys,
  getProfile,
  getProviderCalls,
  getResource,
  getSettings,
  importProfile,
  listCredentials,
  listResources,
  removeProfile,
  resetProfile,
  retrySituation,
  revokeCredential,
  setClock,
  skipSituation,
  startExam,
  takeOverExam,
};
