import type { ControlOperationId } from '../control-api.ts';
import type { ControlOperation } from '../operation.ts';
import { getHealth, getReadiness, getSettings, getVersion } from './about.ts';
import { armScenario, clearScenario, getArmedScenario } from './armed-scenario.ts';
import { listAssumptions, listErrorCodes, listRules, listScenarios } from './catalogues.ts';
import { advanceClock, getAgenda, getClock, setClock } from './clock.ts';
import {
  exportJournal,
  exportJournalAsHar,
  getExchange,
  getExchangeAsCurl,
  listJournal,
  listStrays,
  streamJournal,
} from './journal.ts';
import {
  addCredential,
  changeProfile,
  createProfile,
  getProfile,
  listCredentials,
  listProfiles,
  revokeCredential,
} from './profiles.ts';
import { actOnResource, getResource, listResources } from './resources.ts';
import { exportProfile, importProfile, removeProfile, resetProfile } from './state.ts';
import { clearVerdicts, getSandboxVerdicts, getVerdicts, streamVerdicts } from './verdicts.ts';

/** Every operation of the control API by its operationId; control-api.yaml without one of them does not compile. */
export const controlOperations: { [Id in ControlOperationId]: ControlOperation<Id> } = {
  actOnResource,
  addCredential,
  advanceClock,
  armScenario,
  changeProfile,
  clearScenario,
  clearVerdicts,
  createProfile,
  exportJournal,
  exportJournalAsHar,
  exportProfile,
  getAgenda,
  getArmedScenario,
  getClock,
  getExchange,
  getExchangeAsCurl,
  getHealth,
  getProfile,
  getReadiness,
  getResource,
  getSandboxVerdicts,
  getSettings,
  getVerdicts,
  getVersion,
  importProfile,
  listAssumptions,
  listCredentials,
  listErrorCodes,
  listJournal,
  listProfiles,
  listResources,
  listRules,
  listScenarios,
  listStrays,
  removeProfile,
  resetProfile,
  revokeCredential,
  setClock,
  streamJournal,
  streamVerdicts,
};
