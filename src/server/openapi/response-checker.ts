import { Ajv2020 } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OperationId } from '../../scenarios/scenario.ts';
import type { Spec } from './load-spec.ts';
import { listOperations } from './overlay.ts';

/** A response that breaks the spec: nothing when it fits, else one sentence. */
export type ResponseChecker = (operationId: OperationId, status: number, body: unknown) => string | undefined;

/** Holds every response, 5xx included, against the schema that the spec gives for its operation and status. */
export function createResponseChecker(spec: Spec): ResponseChecker {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addFormat('date-time', rememberLast(ajv.formats['date-time'] as { validate: (text: string) => boolean }));
  ajv.addKeyword({ keyword: 'fitsOnce', schemaType: 'string', compile: (pointer: string) => fitsOnce(ajv, pointer), errors: 'full' });
  ajv.addSchema(checkSharedPartsOnce(spec), 'spec');
  const places = new Map(listOperations(spec).map(({ operationId, path, method }) => [operationId, { path, method }]));
  const validators = new Map<string, ValidateFunction | undefined>();

  return (operationId, status, body) => {
    const key = `${operationId} ${status}`;
    let validate = validators.get(key);
    if (!validate && !validators.has(key)) {
      validate = compile(ajv, spec, places.get(operationId), status);
      validators.set(key, validate);
    }
    if (!validate) return `${operationId} has no documented status ${status}`;
    return validate(body) ? undefined : `${operationId} ${status}: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`;
  };
}

/**
 * Schemas of parts that answers share: a frozen object that fitted once fits always, so it is looked at once.
 * Each keeps its name and refers to its old self under another one.
 */
function checkSharedPartsOnce(spec: Spec): Spec {
  const schemas = { ...spec.components?.schemas };
  for (const name of SHARED_PARTS) {
    schemas[`${name}Itself`] = schemas[name] as object;
    schemas[name] = { fitsOnce: `spec#/components/schemas/${name}Itself` } as object;
  }
  return { ...spec, components: { ...spec.components, schemas } };
}

/** The instants of one answer are mostly the same one. */
function rememberLast({ validate }: { validate: (text: string) => boolean }): (text: string) => boolean {
  let last: string | undefined;
  return (text) => {
    if (text === last) return true;
    const fits = validate(text);
    if (fits) last = text;
    return fits;
  };
}

function fitsOnce(ajv: Ajv2020, pointer: string): DataValidateFunction {
  const fitted = new WeakSet<object>();
  let validate: ValidateFunction | undefined;
  const check: DataValidateFunction = (value: object) => {
    if (fitted.has(value)) return true;
    validate ??= ajv.compile({ $ref: pointer });
    const fits = validate(value) as boolean;
    if (fits && Object.isFrozen(value)) fitted.add(value);
    check.errors = validate.errors ?? [];
    return fits;
  };
  return check;
}

function compile(ajv: Ajv2020, spec: Spec, place: { path: string; method: 'get' | 'post' } | undefined, status: number): ValidateFunction | undefined {
  const response = place && spec.paths?.[place.path]?.[place.method]?.responses?.[String(status)];
  if (!response) return undefined;
  const pointer = '$ref' in response
    ? response.$ref
    : `#/paths/${escape(place.path)}/${place.method}/responses/${status}`;
  return ajv.compile({ $ref: `spec${pointer}/content/application~1json/schema` });
}

function escape(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}

const SHARED_PARTS = ['Slice', 'Airline', 'OfferConditions', 'HoldOptions'];
