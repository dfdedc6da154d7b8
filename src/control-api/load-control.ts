import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { builtFile, packageFile } from '../base/package-root.ts';
import type { RequestValidator } from '../http/openapi/request-validator.ts';
import { createRequestValidator } from '../http/openapi/request-validator.ts';
import type { ResponseChecker } from '../http/openapi/response-checker.ts';
import { createResponseChecker } from '../http/openapi/response-checker.ts';
import type { ControlOperationId } from '../interface/control-api.ts';
import { catalogue } from '../interface/errors/catalogue.ts';
import { checkedSpecs } from '../interface/openapi/checked-specs.gen.ts';
import type { RequiredOperation, SpecRequirements } from '../interface/openapi/find-conflicts.ts';
import type { Spec } from '../interface/openapi/load-spec.ts';
import { withExamples } from '../interface/openapi/load-spec.ts';
import { listOperations } from '../interface/openapi/operations.ts';
import type { CheckedSpecs } from '../interface/openapi/read-spec.ts';
import { readSpec } from '../interface/openapi/read-spec.ts';
import { allOperations, operationWords } from '../scenarios/operations.ts';
import { scenarioPattern } from '../scenarios/parse.ts';
import type { Registry } from '../scenarios/registry.ts';
import type { ServedControl } from '../service.ts';
import type { ControlOperation } from './operation.ts';

export const controlPath = packageFile('src/control-api/control-api.yaml');
/** The build has checked it: reading YAML would take a third as long as the whole start. */
const BUILT = builtFile('control-api.json');

/** Reads control-api.yaml and adds its generated examples. Throws SpecError with the file and its faults. */
export async function loadControl(path: string = controlPath, checked: CheckedSpecs = checkedSpecs): Promise<Spec> {
  if (path === controlPath && BUILT !== undefined) return JSON.parse(readFileSync(BUILT, 'utf8')) as Spec;
  return withExamples(await readSpec(path, 'control-api', controlRequirements, checked), 'control-api');
}

/** Returns the code's requirements for control-api.yaml. A recorder has some operations: this loads all. */
export async function controlRequirements(): Promise<SpecRequirements> {
  const { controlOperations } = await import('./operations/operations.ts');
  const all = Object.values(controlOperations);
  return { operations: Object.fromEntries(all.map((each) => [each.operationId, REQUIRED[each.access]])), values: {} };
}

const KEY_PAIR = { secretKey: [], serviceId: [] };
const REQUIRED: Readonly<Record<ControlOperation['access'], RequiredOperation>> = {
  open: { statuses: [400, 500], security: [] },
  admin: { statuses: [400, 401, 403, 500], security: [{ adminToken: [] }] },
  'profile-creation': { statuses: [400, 401, 403, 409, 500], security: [{ adminToken: [] }, {}] },
  profile: { statuses: [400, 401, 403, 404, 500], security: [{ adminToken: [] }, KEY_PAIR] },
};

/**
 * Describes the served control API. `makeSpec` returns the served spec; `base` is the same without catalogue names,
 * because the operations check those. Everything is created at its first use: many starts never need it. `loadChecks`
 * loads the response checks compiled by the build.
 */
export function describeControl(
  makeSpec: () => Spec,
  base: Spec,
  loadOperations: () => Exclusiveness | Promise<Exclusiveness>,
  loadChecks: () => Promise<Readonly<Record<string, ValidateFunction>>> = () => Promise.resolve({}),
): ServedControl {
  let spec: Spec | undefined;
  let validate: RequestValidator<ControlOperationId> | undefined;
  let check: ResponseChecker<ControlOperationId> | undefined;
  let built: Readonly<Record<string, ValidateFunction>> = {};
  const served = () => (spec ??= makeSpec());
  return {
    async loadChecks() {
      built = await loadChecks();
    },
    get spec() {
      return served();
    },
    async validateRequest(operationId, req) {
      validate ??= createRequestValidator(withoutOwnBodies(base, await loadOperations()));
      return validate(operationId, req);
    },
    checkResponse: (operationId, status, body) =>
      (check ??= createResponseChecker<ControlOperationId>(served(), built))(operationId, status, body),
  };
}

type Exclusiveness = Readonly<Partial<Record<ControlOperationId, { exclusive?: boolean }>>>;

/** Exclusive operations read their bodies themselves. */
function withoutOwnBodies(spec: Spec, operations: Exclusiveness): Spec {
  const own = structuredClone(spec);
  for (const { operationId, description } of listOperations<ControlOperationId>(own))
    if (operations[operationId]?.exclusive) delete description.requestBody;
  return own;
}

/**
 * Returns the control API as a sandbox serves it: with its catalogues' names, and with its required credentials. The
 * operations themselves refuse other names, with better messages than a schema can give.
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

/** Operations that require the admin token are open to any request without credentials if no admin token is set. */
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
