import { readFileSync } from 'node:fs';
import { messageOf } from '../../base/message-of.ts';
import { builtFile, packageFile } from '../../base/package-root.ts';
import type { RequestValidator } from '../../http/openapi/request-validator.ts';
import { createRequestValidator } from '../../http/openapi/request-validator.ts';
import type { ResponseChecker } from '../../http/openapi/response-checker.ts';
import { createResponseChecker } from '../../http/openapi/response-checker.ts';
import type { ServedInterface } from '../../http/served-interface.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { checkReferences, withExamples } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { SpecError } from '../../interface/openapi/spec-error.ts';
import type { ControlOperationId } from '../control-api.ts';
import { controlOperations } from '../operations/operations.ts';

export const controlPath = packageFile('src/control-api/control-api.yaml');
/** The build has checked it: reading YAML would be a third of a start. */
const BUILT = builtFile('control-api.json');

/**
 * Reads control-api.yaml and adds its generated examples. Throws SpecError for a file that is not YAML, a reference
 * that leads nowhere, and operations that are not implemented or not described. A test validates the file as OpenAPI:
 * that takes too long for each start.
 */
export async function loadControl(path: string = controlPath): Promise<Spec> {
  if (path === controlPath && BUILT !== undefined) return JSON.parse(readFileSync(BUILT, 'utf8')) as Spec;
  try {
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    const spec = (await SwaggerParser.parse(path)) as Spec;
    checkOperations(spec);
    checkReferences(spec);
    return withExamples(spec, 'control-api');
  } catch (error) {
    throw new SpecError(`${path} is not a valid OpenAPI document of the control API: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * `spec` is served, `base` is the same without the names of catalogues, which the operations check. The validators are
 * created at their first use: most starts never need them.
 */
export function describeControl(spec: Spec, base: Spec): ServedInterface<ControlOperationId> {
  let validate: RequestValidator<ControlOperationId> | undefined;
  let check: ResponseChecker<ControlOperationId> | undefined;
  return {
    spec,
    validateRequest: (operationId, req) =>
      (validate ??= createRequestValidator<ControlOperationId>(withoutOwnBodies(base)))(operationId, req),
    checkResponse: (operationId, status, body) =>
      (check ??= createResponseChecker<ControlOperationId>(spec))(operationId, status, body),
  };
}

/** Exclusive operations read their bodies themselves. */
function withoutOwnBodies(spec: Spec): Spec {
  const own = structuredClone(spec);
  for (const { operationId, description } of listOperations<ControlOperationId>(own))
    if (controlOperations[operationId].exclusive) delete description.requestBody;
  return own;
}

function checkOperations(spec: Spec): void {
  const described = listOperations<ControlOperationId>(spec);
  for (const { operationId, description } of described) {
    if (!Object.hasOwn(controlOperations, operationId)) throw new Error(`there is no operation ${operationId}`);
    if (!description.responses) throw new Error(`${operationId} has no responses`);
  }
  const missing = Object.keys(controlOperations).find((id) => !described.some(({ operationId }) => operationId === id));
  if (missing !== undefined) throw new Error(`the operation ${missing} is not described`);
}
