import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { OperationId } from '../../api.ts';
import type { Spec } from '../../openapi/load-spec.ts';
import { listOperations } from '../../openapi/operations.ts';
import type { SpecOperation } from '../../openapi/operations.ts';
import { followPointer, pointerTo } from '../../openapi/pointer.ts';

/** A response that breaks the spec: nothing when it fits, else one sentence. */
export type ResponseChecker<Id extends string = OperationId> = (
  operationId: Id,
  status: number,
  body: unknown,
) => string | undefined;

/** Holds every response, 5xx included, against the schema that the spec gives for its operation and status. */
export function createResponseChecker<Id extends string = OperationId>(spec: Spec): ResponseChecker<Id> {
  // The loader has validated the spec. Held against the meta-schema of JSON Schema once more, it would delay the start.
  const ajv = new Ajv2020({ strict: false, validateFormats: true, validateSchema: false });
  addFormats.default(ajv, { mode: 'full' });
  for (const name of ['date-time', 'uri'])
    ajv.addFormat(name, rememberFitting(ajv.formats[name] as Check | { validate: Check }));
  ajv.addKeyword({
    keyword: 'fitsOnce',
    type: 'object',
    schemaType: 'string',
    compile: (pointer: string) => fitsOnce(ajv, pointer),
    errors: 'full',
  });
  ajv.addSchema(checkSharedPartsOnce(spec), 'spec');
  const places = new Map(
    listOperations<Id>(spec).map(({ operationId, path, method }) => [operationId, { path, method }]),
  );
  const validators = new Map(
    [...places.keys()].map((operationId) => [operationId, new Map<number, ValidateFunction | undefined>()]),
  );

  return (operationId, status, body) => {
    const ofOperation = validators.get(operationId)!;
    let validate = ofOperation.get(status);
    if (!validate && !ofOperation.has(status)) {
      validate = compile(ajv, spec, places.get(operationId), status);
      ofOperation.set(status, validate);
    }
    if (!validate) return `${operationId} has no documented status ${status}`;
    return validate(body)
      ? undefined
      : `${operationId} ${status}: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`;
  };
}

/**
 * The shared parts of an offer are taken out of its schema into one of their own, which is asked once for each
 * set of them: what is frozen, with all its parts as the adapters freeze it, fits always once it did.
 */
function checkSharedPartsOnce(spec: Spec): Spec {
  const offer = spec.components?.schemas?.['Offer'];
  if (!offer) return spec;
  const [shared, own] = [true, false].map((wanted) =>
    Object.fromEntries(
      Object.entries(offer.properties ?? {})
        .filter(([name]) => SHARED_PARTS.includes(name) === wanted)
        .map(([name, schema]) => [name, inPlace(spec, schema)]),
    ),
  );
  const schemas = {
    ...spec.components?.schemas,
    Offer: { ...offer, properties: own, fitsOnce: 'spec#/components/schemas/OfferParts' },
    OfferParts: { properties: shared },
  };
  return { ...spec, components: { ...spec.components, schemas } };
}

/** The schema itself for a reference that stands alone: checked in place, a part costs no call of its own. */
function inPlace(spec: Spec, schema: OpenAPIV3_1.ReferenceObject | OpenAPIV3_1.SchemaObject): OpenAPIV3_1.SchemaObject {
  if ('$ref' in schema)
    return (Object.keys(schema).length === 1 ? followPointer(spec, schema.$ref) : schema) as OpenAPIV3_1.SchemaObject;
  return {
    ...schema,
    ...(schema.allOf && { allOf: schema.allOf.map((one) => inPlace(spec, one)) }),
    ...('items' in schema && { items: inPlace(spec, schema.items!) }),
  };
}

/** Parts of an offer that come together; the first one names the set. */
const SHARED_PARTS = ['slices', 'airline', 'conditions', 'supportedPassengerIdDocuments', 'supportedLoyaltyPrograms'];

/** The same instants and addresses come again and again, within an answer and from one to the next. */
function rememberFitting(format: Check | { validate: Check }): Check {
  const validate = typeof format === 'function' ? format : format.validate;
  const fitting = new Set<string>();
  let last: string | undefined;
  return (text) => {
    if (text === last || fitting.has(text)) return true;
    if (!validate(text)) return false;
    if (fitting.size >= TEXTS_KEPT) fitting.clear();
    fitting.add(text);
    last = text;
    return true;
  };
}

type Check = (text: string) => boolean;

const TEXTS_KEPT = 500;

function fitsOnce(ajv: Ajv2020, pointer: string): DataValidateFunction {
  const fitted = new WeakMap<object, object[]>();
  let validate: ValidateFunction | undefined;
  const check: DataValidateFunction = (offer: Record<string, object>) => {
    const known = fitted.get(offer[SHARED_PARTS[0]!]!);
    if (known && SHARED_PARTS.every((name, i) => offer[name] === known[i])) return true;
    validate ??= ajv.compile({ $ref: pointer });
    const fits = validate(offer);
    const parts = SHARED_PARTS.map((name) => offer[name]!);
    if (fits && parts.every((part) => typeof part === 'object' && Object.isFrozen(part))) fitted.set(parts[0]!, parts);
    check.errors = validate.errors ?? [];
    return fits;
  };
  return check;
}

function compile(
  ajv: Ajv2020,
  spec: Spec,
  place: Pick<SpecOperation, 'path' | 'method'> | undefined,
  status: number,
): ValidateFunction | undefined {
  const response = place && spec.paths?.[place.path]?.[place.method]?.responses?.[String(status)];
  if (!response) return undefined;
  const pointer =
    '$ref' in response ? response.$ref : pointerTo('paths', place.path, place.method, 'responses', String(status));
  return ajv.compile({ $ref: `spec${pointer}/content/application~1json/schema` });
}
