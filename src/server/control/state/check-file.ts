import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { catalogue } from '../../../errors/catalogue.ts';
import { Refusal } from '../../../errors/refusal.ts';
import type { Row } from '../../../store/state.ts';
import type { Spec } from '../../../openapi/load-spec.ts';

/**
 * Holds the file of an import against the control API, and what stands in its rows against the service's own
 * interface: whoever makes a file by hand must not make answers that the service would never give. The first
 * thing that is wrong is refused with `import_unfit`.
 */
export function createFileChecker(control: Spec, service: Spec) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(control, 'control').addSchema(service, 'service');
  const file = ajv.compile({ $ref: 'control#/components/schemas/ProfileFile' });
  const rowsOf = new Map(Object.entries(ROWS).map(([table, schema]) => [table, ajv.compile({ ...schema, patternProperties: { '_(at|until)$': orNull(INSTANT) } })]));

  return {
    file: (whole: object): void => refuseUnless(file, whole, ''),

    async rows(tables: Readonly<Record<string, readonly Row[]>>): Promise<void> {
      for (const [table, validate] of rowsOf) {
        for (const [i, row] of (tables[table] ?? []).entries()) {
          refuseUnless(validate, unpack(row, `/${table}/${i}`), `/${table}/${i}`);
          // Tens of thousands take seconds, in which others want to be served too.
          if (i % 500 === 499) await new Promise((resolve) => setImmediate(resolve));
        }
      }
    },
  };
}

function refuseUnless(validate: ValidateFunction, value: unknown, path: string): void {
  if (validate(value)) return;
  const { instancePath = '', message = 'does not fit' } = validate.errors?.[0] ?? {};
  throw new Refusal('import_unfit', [{ path: path + instancePath, message: `${(path + instancePath).slice(1).replaceAll('/', '.') || 'the file'} ${message}` }]);
}

/** A row with its JSON read. */
function unpack(row: Row, path: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, JSON_COLUMNS.has(column) ? readJson(value, `${path}/${column}`) : value]));
}

function readJson(value: Row[string], path: string): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw new Refusal('import_unfit', [{ path, message: `${path.slice(1).replaceAll('/', '.')} must be JSON` }]);
  }
}

const JSON_COLUMNS = new Set(['origin', 'amenities', 'request', 'answer', 'provider_record', 'reservation']);

const of = (name: string) => ({ $ref: `service#/components/schemas/${name}` });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
/** From 1970 to 9999: every instant that can be written. */
const INSTANT = { $ref: 'control#/components/schemas/Milliseconds' };
const PLACE = { anyOf: [of('Place'), of('ResolvedPlace')] };

/** What a search keeps to make its offers again: flight-search.ts and find-trip.ts. */
const FLIGHT_ORIGIN = {
  type: 'object',
  required: ['request', 'offers', 'marginPercent'],
  properties: {
    request: of('FlightSearchRequest'),
    offers: { type: 'integer', minimum: 1, maximum: 50 },
    effects: { type: 'object' },
    marginPercent: { type: 'number', minimum: 0, maximum: 100 },
  },
};
const TRANSFER_ORIGIN = {
  type: 'object',
  required: ['trip', 'reservationId', 'effect'],
  properties: {
    trip: {
      type: 'object',
      required: ['pickup', 'dropoff', 'mode', 'pickupDateTime', 'returnPickupDateTime', 'passengers', 'currency', 'supplierName'],
      properties: {
        pickup: PLACE,
        dropoff: PLACE,
        mode: of('TransferMode'),
        pickupDateTime: of('LocalDateTime'),
        returnPickupDateTime: orNull(of('LocalDateTime')),
        passengers: { type: 'integer', minimum: 1, maximum: 50 },
        currency: of('Currency'),
        supplierName: { type: ['string', 'null'] },
      },
    },
    reservationId: { type: ['string', 'null'] },
    effect: { enum: ['down', 'empty', null] },
  },
};

/** What the tables themselves do not say of their columns. */
const ROWS: Record<string, object> = {
  searches: {
    properties: { kind: { enum: ['flights', 'transfers', 'change'] } },
    if: { properties: { kind: { const: 'flights' } } },
    then: { properties: { origin: FLIGHT_ORIGIN } },
    else: { properties: { origin: TRANSFER_ORIGIN } },
  },
  pricings: {
    properties: { amenities: { type: 'array', items: { type: 'string' } } },
  },
  orders: {
    properties: {
      gdsprovider: { enum: [0, 1] },
      status: { enum: ['booked', 'held'] },
      request: { type: 'object' },
      answer: { type: 'object' },
      provider_record: { type: 'object' },
    },
  },
  bookings: {
    properties: {
      request: { type: 'object' },
      status: { enum: ['completed', 'pending', 'hidden', 'failed'] },
      settle_to: { enum: ['completed', 'failed', null] },
      settle_error_code: { enum: [...Object.keys(catalogue), null] },
      error_code: { enum: [...Object.keys(catalogue), null] },
      state: { enum: ['confirmed', 'changed', 'cancelled'] },
      reservation: of('Reservation'),
    },
    if: { properties: { status: { const: 'failed' } } },
    then: { properties: { error_code: { type: 'string' } } },
  },
};
