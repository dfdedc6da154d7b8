import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Lru } from '../../base/lru.ts';
import type { Config } from '../../config/config.ts';
import type { builtChecks } from '../../control-api/built-checks.ts';
import { describeControl, loadControl, overlayControl } from '../../control-api/load-control.ts';
import type { controlOperations } from '../../control-api/operations/operations.ts';
import type { RequestValidator } from '../../http/openapi/request-validator.ts';
import { createRequestValidator } from '../../http/openapi/request-validator.ts';
import type { ResponseChecker } from '../../http/openapi/response-checker.ts';
import { createResponseChecker } from '../../http/openapi/response-checker.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { loadSpec } from '../../interface/openapi/load-spec.ts';
import type { Registry } from '../../scenarios/registry.ts';
import type { ServedInterfaces } from '../../service.ts';
import { applySettings, overlayScenarios } from './overlay.ts';

type InterfaceSettings = Pick<Config, 'transferPrefix' | 'serviceIdHeader' | 'adminToken'>;

/**
 * Returns the interface for these settings: a process's first sandbox with them reads and validates it, and later ones
 * share it. Parts for some requests only are created with the first such request. Throws SpecError.
 */
export function serveInterface(
  { transferPrefix, serviceIdHeader, adminToken }: InterfaceSettings,
  scenarios: Registry,
): Promise<ServedInterfaces> {
  const key = JSON.stringify([transferPrefix, serviceIdHeader, adminToken !== null]);
  return served.getOrCreate(key, () => {
    const made = makeInterface({ transferPrefix, serviceIdHeader }, adminToken !== null, scenarios);
    // The next sandbox repeats the attempt.
    made.catch(() => served.delete(key));
    return made;
  });
}

const served = new Lru<Promise<ServedInterfaces>>(8);

async function makeInterface(
  settings: Omit<InterfaceSettings, 'adminToken'>,
  hasAdminToken: boolean,
  scenarios: Registry,
): Promise<ServedInterfaces> {
  const [document, controlDocument] = await Promise.all([loadSpec(), loadControl()]);
  const [spec, control] = [applySettings(document, settings), applySettings(controlDocument, settings)];
  let sandboxSpec: Spec | undefined;
  let validate: RequestValidator | undefined;
  let check: ResponseChecker | undefined;
  const built: Record<string, ValidateFunction> = {};
  const prepare = async () => {
    const { builtRequests, builtResponses } = await import('./built-service-checks.ts');
    Object.assign(built, builtResponses);
    return (validate ??= createRequestValidator(withoutOwnCodes(spec), ['scenario'], builtRequests));
  };
  return {
    spec,
    sandboxSpec: () => (sandboxSpec ??= overlayScenarios(spec, scenarios)),
    validateRequest: (operationId, req) =>
      validate ? validate(operationId, req) : prepare().then((made) => made(operationId, req)),
    checkResponse: (operationId, status, body) =>
      (check ??= createResponseChecker(spec, built))(operationId, status, body),
    control: describeControl(
      () => overlayControl(control, scenarios, hasAdminToken),
      control,
      loadControlOperations,
      loadBuiltChecks,
    ),
  };
}

async function loadControlOperations(): Promise<typeof controlOperations> {
  return (await import('../../control-api/operations/operations.ts')).controlOperations;
}

async function loadBuiltChecks(): Promise<typeof builtChecks> {
  return (await import('../../control-api/built-checks.ts')).builtChecks;
}

/**
 * Returns the interface without the conditions that have their own error code, because the operations refuse those: an
 * adult in a search (`contains`, adult_required), no return on a one-way trip (`dependentSchemas`,
 * return_pickup_invalid).
 */
export function withoutOwnCodes(spec: Spec): Spec {
  const schemas: Record<string, object> = spec.components?.schemas ?? {};
  return { ...spec, components: { ...spec.components, schemas: mapEach(schemas, withoutConditions) } };
}

function withoutConditions(schema: Schema): object {
  const { dependentSchemas: _, ...rest } = schema;
  if (!rest.properties) return rest;
  return { ...rest, properties: mapEach(rest.properties, ({ contains: _, ...property }) => property) };
}

interface Schema {
  dependentSchemas?: object;
  contains?: object;
  properties?: Record<string, Schema>;
}

function mapEach<Value>(record: Record<string, Value>, change: (value: Value) => object): Record<string, object> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
