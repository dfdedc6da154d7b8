import type { OpenAPIV3_1 } from 'openapi-types';
import { describeControl, loadControl, overlayControl } from '../../control-api/load-control.ts';
import type { ServedInterface } from '../../http/openapi/request-validator.ts';
import type { ControlOperationId } from '../../interface/control-api.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import type { Registry } from '../../scenarios/registry.ts';
import { alternatives, recorderOperations } from './operations.ts';

/** Describes the recorder's control API. Profiles and `liveMode` belong to the service behind it. */
export async function describeRecorderControl(
  scenarios: Registry,
  hasAdminToken: boolean,
): Promise<ServedInterface<ControlOperationId>> {
  const base = structuredClone(await loadControl());
  const schemas = base.components?.schemas ?? {};
  Object.assign(schemas, {
    LiveMode: {
      type: ['boolean', 'null'],
      description: 'From the latest response of the service; null if absent.',
    },
    ProfileCode: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Code of a profile, or `all`.',
    },
  });
  for (const { operationId, description } of listOperations<ControlOperationId>(base)) {
    if (operationId === 'getProfile') dropKept(description);
    if (operationId in alternatives)
      describeRefusal(description, alternatives[operationId as keyof typeof alternatives]);
    description.responses = { ...TRIES, ...description.responses };
    description.security = hasAdminToken ? [{ adminToken: [] }] : [{}];
  }
  return describeControl(
    () => overlayControl(base, scenarios, hasAdminToken),
    base,
    () => recorderOperations,
  );
}

/** Removes the profile contents: a recorder does not know them. */
function dropKept({ responses }: OpenAPIV3_1.OperationObject): void {
  const { schema } = (responses?.['200'] as OpenAPIV3_1.ResponseObject).content?.['application/json'] ?? {};
  const { required, properties } = schema as OpenAPIV3_1.SchemaObject;
  required?.splice(required.indexOf('kept'), 1);
  delete properties?.['kept'];
}

function describeRefusal(description: OpenAPIV3_1.OperationObject, message: string): void {
  description.description = message;
  delete description.responses?.['200'];
  delete description.responses?.['201'];
}

const REFUSED = { $ref: '#/components/responses/Refused' };
/** Statuses with which a recorder can refuse any call. */
const TRIES = Object.fromEntries(['400', '401', '403', '404', '409', '413'].map((status) => [status, REFUSED]));
