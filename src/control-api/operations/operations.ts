import type { ControlOperationId } from '../control-api.ts';
import type { ControlOperation } from '../operation.ts';
import actOnResource from './act-on-resource.ts';
import addCredential from './add-credential.ts';
import advanceClock from './advance-clock.ts';
import armScenario from './arm-scenario.ts';
import changeProfile from './change-profile.ts';
import clearScenario from './clear-scenario.ts';
import clearVerdicts from './clear-verdicts.ts';
import createProfile from './create-profile.ts';
import exportJournal from './export-journal.ts';
import exportJournalAsHar from './export-journal-as-har.ts';
import exportProfile from './export-profile.ts';
import getAgenda from './get-agenda.ts';
import getArmedScenario from './get-armed-scenario.ts';
import getClock from './get-clock.ts';
import getExchange from './get-exchange.ts';
import getExchangeAsCurl from './get-exchange-as-curl.ts';
import getHealth from './get-health.ts';
import getProfile from './get-profile.ts';
import getReadiness from './get-readiness.ts';
import getResource from './get-resource.ts';
import getSandboxVerdicts from './get-sandbox-verdicts.ts';
import getSettings from './get-settings.ts';
import getVerdicts from './get-verdicts.ts';
import getVersion from './get-version.ts';
import importProfile from './import-profile.ts';
import listAssumptions from './list-assumptions.ts';
import listCredentials from './list-credentials.ts';
import listErrorCodes from './list-error-codes.ts';
import listJournal from './list-journal.ts';
import listProfiles from './list-profiles.ts';
import listResources from './list-resources.ts';
import listRules from './list-rules.ts';
import listScenarios from './list-scenarios.ts';
import listStrays from './list-strays.ts';
import removeProfile from './remove-profile.ts';
import resetProfile from './reset-profile.ts';
import revokeCredential from './revoke-credential.ts';
import setClock from './set-clock.ts';
import streamJournal from './stream-journal.ts';
import streamVerdicts from './stream-verdicts.ts';

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
