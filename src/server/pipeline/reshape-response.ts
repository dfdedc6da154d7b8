import type { OpenAPIV3_1 } from 'openapi-types';
import { resolve } from '../../base/pointer.ts';
import { isRecord } from '../../base/values/kinds.ts';
import type { Received } from '../../http/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { findOperation } from '../../interface/openapi/operations.ts';
import type { ResponseShape } from '../../scenarios/scenario.ts';

/** Returns the body as an acting scenario reshapes it, possibly outside the interface; undefined if none does. */
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

/** Returns a 200 response's body with null in every nullable field. */
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

/** Returns the body with a booking link in each offer: an address for gdsprovider 0, null for 1. */
function withBookingLinks(body: object): object {
  return mapOffers(body, (offer) => ({
    ...offer,
    offerLink: offer['gdsprovider'] === 0 ? `https://book.example.com/offers/${String(offer['offerId'])}` : null,
  }));
}

/** Returns the body with each offer's first document type as a text. An empty list stays unchanged. */
function withSingleDocument(body: object): object {
  return mapOffers(body, (offer) => {
    const { supportedPassengerIdDocuments: types } = offer;
    const first: unknown = Array.isArray(types) ? types[0] : undefined;
    return first === undefined ? offer : { ...offer, supportedPassengerIdDocuments: first };
  });
}

/** Maps a search's offers, or the one requested offer. */
function mapOffers(body: object, change: (offer: Record<string, unknown>) => object): object {
  const mapOne = (offer: unknown) => (isRecord(offer) ? change(offer) : offer);
  if ('offers' in body && Array.isArray(body.offers)) return { ...body, offers: body.offers.map(mapOne) };
  return 'offerData' in body ? { ...body, offerData: mapOne(body.offerData) } : body;
}

/** Returns the body with values unknown to the interface: baggage, document types, vehicle classes. */
function withUnknownValues(body: object): unknown {
  let vehicles = 0;
  return mapProperties(body, (name, value) => {
    if (name === 'baggages' && Array.isArray(value)) return withUnknownBaggage(value);
    if (DOCUMENT_LISTS.includes(name) && Array.isArray(value)) return ['residence_permit', ...(value as unknown[])];
    // A client that sorts offers by vehicle class still finds some known ones.
    if (name === 'vehicle' && isRecord(value) && 'class' in value)
      return vehicles++ % 2 === 0 ? { ...value, class: 'air_taxi' } : value;
    return value;
  });
}

function withUnknownBaggage(pieces: readonly unknown[]): unknown[] {
  return pieces.map((piece, i) =>
    i === pieces.length - 1 && isRecord(piece) ? { ...piece, type: 'sports_equipment' } : piece,
  );
}

const DOCUMENT_LISTS: readonly string[] = ['supportedPassengerIdDocuments', 'allowedDocuments'];

/** Returns the body with 500 characters in each text for people. */
function withLongTexts(body: object): unknown {
  return mapTexts(body, (text) => `${text} `.padEnd(LENGTH, FILLING));
}

/** Returns the body with texts for people that begin in Arabic or Hebrew. */
function withRightToLeftTexts(body: object): unknown {
  return mapTexts(body, (text, name) => `${RIGHT_TO_LEFT[name]} (${text})`);
}

function mapTexts(body: object, change: (text: string, name: TextName) => string): unknown {
  return mapProperties(body, (name, value) =>
    isTextName(name) && typeof value === 'string' ? change(value, name) : value,
  );
}

function isTextName(name: string): name is TextName {
  return Object.hasOwn(RIGHT_TO_LEFT, name);
}

/** Names of texts for people; client input and values for programs have other names. */
const RIGHT_TO_LEFT = {
  name: 'شركة المسافر العربي',
  fareName: 'تعرفة مرنة',
  cityName: 'القدس',
  airportName: 'נמל התעופה',
  description: 'מידע נוסף לנוסע',
  pickupInstructions: 'ينتظرك السائق عند مخرج الوصول رقم 4',
} as const;

type TextName = keyof typeof RIGHT_TO_LEFT;
const LENGTH = 500;
/** One long unbreakable word, and short ones. */
const FILLING = 'and Donaudampfschifffahrtsgesellschaftskapitänsmütze so on ';

/** Returns a copy of a value with the result of `change` for each property, the inner ones first. */
function mapProperties(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapProperties(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, change(name, mapProperties(inner, change))]),
  );
}
