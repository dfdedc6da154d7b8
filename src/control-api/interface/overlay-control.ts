import type { OpenAPIV3_1 } from 'openapi-types';
import { catalogue } from '../../interface/errors/catalogue.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { allOperations, operationWords } from '../../scenarios/operations.ts';
import { scenarioPattern } from '../../scenarios/parse.ts';
import type { Registry } from '../../scenarios/registry.ts';

/**
 * The control API as a sandbox serves it: with the names of its catalogues, and with the credentials that it requires.
 * The operations themselves refuse other names, with better messages than a schema can give.
 */
export function overlayControl(spec: Spec, registry: Registry, hasAdminToken: boolean): Spec {
  const own = structuredClone(spec);
  schemaOf(own, 'OperationName').enum = [...allOperations];
  schemaOf(own, 'OperationWord').enum = [...Object.keys(operationWords), ...allOperations];
  schemaOf(own, 'ScenarioName').enum = ['none', ...registry.keys()];
  schemaOf(own, 'ErrorName').enum = Object.keys(catalogue);
  propertyOf(own, 'Arming', 'scenario').pattern = scenarioPattern(
    [...Object.keys(operationWords), ...allOperations],
    [...registry.keys()],
  );
  if (!hasAdminToken) removeAdminToken(own);
  return own;
}

function schemaOf({ components }: Spec, name: string): OpenAPIV3_1.SchemaObject {
  const schema = components?.schemas?.[name];
  if (!schema) throw new Error(`control-api.yaml has no schema ${name}`);
  return schema;
}

function propertyOf(spec: Spec, name: string, property: string): OpenAPIV3_1.SchemaObject {
  const schema = schemaOf(spec, name).properties?.[property];
  if (!schema || '$ref' in schema) throw new Error(`the schema ${name} of control-api.yaml has no ${property}`);
  return schema;
}

/** Operations that require the admin token are open to any request without credentials when there is no admin token. */
function removeAdminToken(spec: Spec): void {
  delete spec.components?.securitySchemes?.['adminToken'];
  spec.security = withoutToken(spec.security ?? []);
  for (const { description } of listOperations<string>(spec))
    if (description.security) description.security = withoutToken(description.security);
}

type Requirement = OpenAPIV3_1.SecurityRequirementObject;

function withoutToken(security: readonly Requirement[]): Requirement[] {
  const others = security.filter((requirement) => !('adminToken' in requirement));
  const isOptional = others.some((requirement) => Object.keys(requirement).length === 0);
  return others.length < security.length && !isOptional ? [{}, ...others] : others;
}
