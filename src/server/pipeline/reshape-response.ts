import type { OpenAPIV3_1 } from 'openapi-types';
import { resolve } from '../../base/pointer.ts';
import type { Received } from '../../http/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { findOperation } from '../../interface/openapi/operations.ts';
import type { ResponseShape } from '../../scenarios/scenario.ts';
import { withBookingLinks, withSingleDocument } from './shapes/offers.ts';
import { withLongTexts, withRightToLeftTexts } from './shapes/texts.ts';
import { withUnknownValues } from './shapes/unknown-values.ts';

/** Returns the body as an acting scenario reshapes it, possibly outside of the interface; undefined if none does. */
export function reshapeResponse(spec: Spec, { scenario, operation }: Received<OperationId>, body: object): unknown {
  for (const edge of scenario?.edges ?? []) {
    if (edge.at === 'answer' && 'shape' in edge && scenario?.hasActed(edge))
      return SHAPES[edge.shape](body, () => withNulls(spec, operation.operationId, body));
  }
  return undefined;
}

const SHAPES: Record<ResponseShape, (body: object, nulled: () => unknown) => unknown> = {
  'unknown-fields': (body) => withMore(body),
  nulls: (_body, nulled) => nulled(),
  // A client that does not know the status must not see the booking's outcome in other fields.
  'unknown-status': (body) => ({
    ...body,
    ...('completed' in body && { completed: false, reservations: [] }),
    status: 'on_request',
  }),
  'unknown-values': withUnknownValues,
  'booking-links': withBookingLinks,
  'single-document': withSingleDocument,
  'long-texts': withLongTexts,
  'right-to-left-texts': withRightToLeftTexts,
};

function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([name, inner]) => [name, withMore(inner)]);
  return { ...Object.fromEntries(own), ...MORE };
}

const MORE = {
  newText: 'of a later version',
  newNumber: 1,
  newList: ['later'],
  newObject: { of: 'a later version' },
  newNothing: null,
};

type Schema = OpenAPIV3_1.SchemaObject;
type SchemaOrRef = Schema | OpenAPIV3_1.ReferenceObject;

/** Returns the body of a 200 response with null in every nullable field. */
function withNulls(spec: Spec, operationId: OperationId, body: object): unknown {
  const described = findOperation(spec, operationId).description.responses?.['200'];
  const schema = described && resolve(spec, described).content?.['application/json']?.schema;
  return schema ? nulled(spec, schema, body) : body;
}

function nulled(spec: Spec, place: SchemaOrRef, value: unknown): unknown {
  const schema = resolve<Schema>(spec, place);
  if (mayBeNull(spec, schema)) return null;
  if (Array.isArray(value))
    return value.map((item) => nulled(spec, (schema as OpenAPIV3_1.ArraySchemaObject).items, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = propertyOf(spec, schema, name);
      return [name, property ? nulled(spec, property, inner) : inner];
    }),
  );
}

function mayBeNull(spec: Spec, schema: Schema): boolean {
  if ([schema.type].flat().includes('null')) return true;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some((one) => mayBeNull(spec, resolve(spec, one)));
}

function propertyOf(spec: Spec, schema: Schema, name: string): SchemaOrRef | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = propertyOf(spec, resolve(spec, part), name);
    if (found) return found;
  }
  return undefined;
}
