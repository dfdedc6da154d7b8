import type { ControlOperationId } from '../control-api.ts';
import type { ControlOperation } from '../operation.ts';
import addCredential from './add-credential.ts';
import advanceClock from './advance-clock.ts';
import armScenario from './arm-scenario.ts';
import clearScenario from './clear-scenario.ts';
import createProfile from './create-profile.ts';
import exportProfile from './export-profile.ts';
import getArmedScenario from './get-armed-scenario.ts';
import getClock from './get-clock.ts';
import getExchange from './get-exchange.ts';
import getExchangeAsCurl from './get-exchange-as-curl.ts';
import getHealth from './get-health.ts';
import getProfile from './get-profile.ts';
import getReadiness from './get-readiness.ts';
import getResource from './get-resource.ts';
import importProfile from './import-profile.ts';
import listCredentials from './list-credentials.ts';
import listJournal from './list-journal.ts';
import listProfiles from './list-profiles.ts';
import listResources from './list-resources.ts';
import listScenarios from './list-scenarios.ts';
import removeProfile from './remove-profile.ts';
import resetProfile from './reset-profile.ts';
import revokeCredential from './revoke-credential.ts';
import setClock from './set-clock.ts';
import streamJournal from './stream-journal.ts';

/** Every operation of the control API by its operationId; control-api.yaml without one of them does not compile. */
export const controlOperations: { [Id in ControlOperationId]: ControlOperation<Id> } = {
  addCredential,
  advanceClock,
  armScenario,
  clearScenario,
  createProfile,
  exportProfile,
  getArmedScenario,
  getClock,
  getExchange,
  getExchangeAsCurl,
  getHealth,
  getProfile,
  getReadiness,
  getResource,
  importProfile,
  listCredentials,
  listJournal,
  listProfiles,
  listResources,
  listScenarios,
  removeProfile,
  resetProfile,
  revokeCredential,
  setClock,
  streamJournal,
};
