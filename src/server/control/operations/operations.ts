import type { ControlOperation, ControlOperationId } from '../operation.ts';
import addCredential from './add-credential.ts';
import armScenario from './arm-scenario.ts';
import clearScenario from './clear-scenario.ts';
import createProfile from './create-profile.ts';
import exportProfile from './export-profile.ts';
import getArmedScenario from './get-armed-scenario.ts';
import getHealth from './get-health.ts';
import getOrderRecord from './get-order-record.ts';
import getProfile from './get-profile.ts';
import getReadiness from './get-readiness.ts';
import importProfile from './import-profile.ts';
import listCredentials from './list-credentials.ts';
import listProfiles from './list-profiles.ts';
import listScenarios from './list-scenarios.ts';
import removeProfile from './remove-profile.ts';
import resetProfile from './reset-profile.ts';
import revokeCredential from './revoke-credential.ts';

/** Every operation of the control API by its operationId; the compiler asks for one for each that control-api.yaml has. */
export const controlOperations: Record<ControlOperationId, ControlOperation> = {
  addCredential,
  armScenario,
  clearScenario,
  createProfile,
  exportProfile,
  getArmedScenario,
  getHealth,
  getOrderRecord,
  getProfile,
  getReadiness,
  importProfile,
  listCredentials,
  listProfiles,
  listScenarios,
  removeProfile,
  resetProfile,
  revokeCredential,
};
