import type { OpenAPIV3_1 } from 'openapi-types';
import { catalogue } from '../../errors/catalogue.ts';
import type { Spec } from '../../openapi/load-spec.ts';
import { listOperations } from '../../openapi/operations.ts';
import { allOperations, operationWords } from '../../scenarios/operations.ts';
import { scenarioPattern } from '../../scenarios/parse.ts';
import type { Registry } from '../../scenarios/registry.ts';

/**
 * The control API as a sandbox serves it: with the names of its catalogues, and with the credentials that it asks
 * for. What is not one of these names the operations refuse by themselves: they say more than a schema can.
 */
export function overlayControl(spec: Spec, registry: Registry, hasAdminToken: boolean): Spec {
  const own = structuredClone(spec);
  const schemas = own.components!.schemas as Record<string, OpenAPIV3_1.SchemaObject>;
  schemas['OperationName']!.enum = [...allOperations];
  schemas['ScenarioName']!.enum = ['none', ...registry.keys()];
  schemas['ErrorName']!.enum = Object.keys(catalogue);
  (schemas['Arming']!.properties!['scenario'] as OpenAPIV3_1.SchemaObject).pattern = scenarioPattern(
    Object.keys(operationWords).join('|'),
    [...registry.keys()].join('|'),
  );
  if (!hasAdminToken) askForNoToken(own);
  return own;
}

/** Without an admin token, whoever would have to send it sends nothing. */
function askForNoToken(spec: Spec): void {
  delete spec.components!.securitySchemes!['adminToken'];
  spec.security = withoutToken(spec.security!);
  for (const { path, method } of listOperations<string>(spec)) {
    const operation = spec.paths![path]![method]!;
    if (operation.security) operation.security = withoutToken(operation.security);
  }
}

function withoutToken(
  security: readonly OpenAPIV3_1.SecurityRequirementObject[],
): OpenAPIV3_1.SecurityRequirementObject[] {
  const asked = security.filter((one) => !('adminToken' in one));
  return asked.length < security.length && !asked.some((one) => Object.keys(one).length === 0) ? [{}, ...asked] : asked;
}
