import type { ControlOperation, ControlOperationId } from '../operation.ts';
import createProfile from './create-profile.ts';
import getHealth from './get-health.ts';
import getOrderRecord from './get-order-record.ts';
import getReadiness from './get-readiness.ts';
import listScenarios from './list-scenarios.ts';

/** Every operation of the control API by its operationId; the compiler asks for one for each that control-api.yaml has. */
export const controlOperations: Record<ControlOperationId, ControlOperation> = {
  createProfile,
  getHealth,
  getOrderRecord,
  getReadiness,
  listScenarios,
};
