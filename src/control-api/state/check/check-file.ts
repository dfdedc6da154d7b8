import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { DAY } from '../../../clock.ts';
import { Refusal } from '../../../errors/refusal.ts';
import type { Spec } from '../../../openapi/load-spec.ts';
import type { Row } from '../../../store/state.ts';

/**
 * Holds the file of an import against the control API, and what stands in its rows against the service's own
 * interface: whoever makes a file by hand must not make answers that the service would never give. The first
 * thing that is wrong is refused with `import_unfit`. `rules` says what no schema can say of a row.
 */
export function createFileChecker(control: Spec, service: Spec, rules: RowRules) {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(withoutItems(control), 'control').addSchema(service, 'service');
  const file = ajv.compile({ $ref: 'control#/components/schemas/ProfileFile' });
  const lists = Object.entries(LISTS).map(([list, { row, json, unpacked }]) => ({
    list,
    json,
    row: ajv.compile({ $ref: `control#/components/schemas/${row}` }),
    unpacked: ajv.compile(unpacked),
    rule: rules[list],
  }));

  return {
    /** All but the rows of the lists. */
    file: (whole: object): void => refuseInvalid(file, whole, ''),

    /** The rows of the tables, and of `journal/exchanges`. */
    async rows(rowsOf: Readonly<Record<string, readonly object[]>>): Promise<void> {
      for (const { list, row: fits, json, unpacked: holds, rule } of lists) {
        for (const [i, row] of (rowsOf[list] ?? []).entries()) {
          const path = `/${list}/${i}`;
          refuseInvalid(fits, row, path);
          const read = { ...row, ...unpack(row as Row, json, path) };
          refuseInvalid(holds, read, path);
          const wrong = await rule?.(read);
          if (wrong) throw invalidImport(`${path}/${wrong.column}`, wrong.message);
          // Tens of thousands take seconds, in which others want to be served too.
          if (i % 500 === 499) await new Promise((resolve) => setImmediate(resolve));
        }
      }
    },
  };
}

/** By list, what is wrong with a row whose form is right. */
export type RowRules = Readonly<Record<string, (row: any) => Promise<RowFault | undefined> | RowFault | undefined>>;

export interface RowFault {
  column: string;
  /** `must …` */
  message: string;
}

/** The rows of the lists are checked one by one, so that others get their turn. */
function withoutItems(control: Spec): Spec {
  const own = structuredClone(control);
  const { properties } = own.components!.schemas!['ProfileFile'] as { properties: Record<string, any> };
  for (const list of Object.keys(LISTS)) delete at(properties, list.split('/')).items;
  return own;
}

function at(properties: Record<string, any>, [name, ...rest]: string[]): any {
  return rest.length === 0 ? properties[name!] : at(properties[name!].properties, rest);
}

function refuseInvalid(validate: ValidateFunction, value: unknown, path: string): void {
  if (validate(value)) return;
  const { instancePath = '', message = 'does not fit', keyword, params } = validate.errors?.[0] ?? {};
  const unlisted =
    keyword === 'additionalProperties' ? `: "${String(params?.['additionalProperty']).slice(0, 64)}"` : '';
  throw invalidImport(path + instancePath, message + unlisted);
}

function invalidImport(path: string, message: string): Refusal {
  return new Refusal('import_unfit', [
    { path, message: `${path.slice(1).replaceAll('/', '.') || 'the file'} ${message}` },
  ]);
}

/** The columns that hold JSON. An order's answer is kept without `liveMode`, which every answer gets when it goes out. */
function unpack(row: Row, columns: readonly string[], path: string): Record<string, unknown> {
  const read = Object.fromEntries(columns.map((column) => [column, readJson(row[column], `${path}/${column}`)]));
  return typeof read['answer'] === 'object' ? { ...read, answer: { liveMode: false, ...read['answer'] } } : read;
}

function readJson(text: Row[string] | undefined, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(String(text));
  } catch {
    throw invalidImport(path, 'must be JSON');
  }
  if (!isServable(value, DEEPEST))
    throw invalidImport(path, `must go at most ${DEEPEST} levels deep, with numbers up to ${LARGEST}`);
  return value;
}

/** What is too deep cannot be written again, and numbers that are too large end as null or as dates that do not exist. */
function isServable(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST;
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isServable(one, levels - 1));
}

const DEEPEST = 12;
const LARGEST = 1e15;

const of = (name: string) => ({ $ref: `service#/components/schemas/${name}` });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const strictly = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const PASSENGERS = { type: 'integer', minimum: 1, maximum: 50 };
const PLACE = { anyOf: [of('Place'), of('ResolvedPlace')] };

/** GdsEffect of scenarios/effects.ts. */
const GDS_EFFECT = strictly(
  {},
  {
    search: { enum: ['down', 'empty'] },
    delayMs: { type: 'integer', minimum: 0, maximum: 366 * DAY },
    hold: { enum: ['unavailable', 'not-guaranteed'] },
    documents: { const: 'required' },
    dni: { const: 'allowed' },
    segments: { const: 'required' },
    order: { enum: ['refused', 'price-changed'] },
  },
);

/** What a search keeps to make its offers again: flight-search.ts and find-trip.ts. */
const FLIGHT_ORIGIN = strictly(
  {
    request: of('FlightSearchRequest'),
    offers: { type: 'integer', minimum: 1, maximum: 50 },
    marginPercent: { type: 'number', minimum: 0, maximum: 100 },
  },
  { effects: strictly({}, { 0: GDS_EFFECT, 1: GDS_EFFECT }) },
);
const TRANSFER_ORIGIN = strictly({
  trip: strictly({
    pickup: PLACE,
    dropoff: PLACE,
    mode: of('TransferMode'),
    pickupDateTime: of('LocalDateTime'),
    returnPickupDateTime: orNull(of('LocalDateTime')),
    passengers: PASSENGERS,
    currency: of('Currency'),
    supplierName: { type: ['string', 'null'], maxLength: 200 },
  }),
  reservationId: orNull(of('HexId')),
  // A search that the supplier did not answer is never kept.
  effect: { enum: ['empty', null] },
});

const isText = { type: 'string' };
const when = (condition: object, then: object, otherwise: object = {}) => ({
  if: { properties: condition, required: Object.keys(condition) },
  then: { properties: then, required: Object.keys(then) },
  else: otherwise,
});

/** The lists of a file: the schema of a row, and what it does not say of the JSON in its columns and of how they go together. */
const LISTS: Record<string, { row: string; json: string[]; unpacked: object }> = {
  searches: {
    row: 'FileSearch',
    json: ['origin'],
    unpacked: when(
      { kind: { const: 'flights' } },
      { origin: FLIGHT_ORIGIN },
      { properties: { origin: TRANSFER_ORIGIN } },
    ),
  },
  pricings: {
    row: 'FilePricing',
    json: ['amenities'],
    unpacked: { properties: { amenities: { type: 'array', maxItems: 20, items: of('AmenityKey') } } },
  },
  orders: {
    row: 'FileOrder',
    json: ['request', 'answer', 'provider_record'],
    unpacked: {
      properties: {
        request: of('FlightOrderRequest'),
        answer: of('FlightOrderResponse'),
        provider_record: strictly({ request: { type: 'object' }, response: { type: 'object' } }),
      },
    },
  },
  bookings: {
    row: 'FileBooking',
    json: ['request', 'reservation'],
    unpacked: {
      properties: {
        request: { anyOf: [of('BookRequest'), of('ChangeRequest')] },
        reservation: { allOf: [of('Reservation'), { properties: { passengers: PASSENGERS } }] },
      },
      allOf: [
        when({ status: { const: 'failed' } }, { error_code: isText }),
        when({ status: { enum: ['pending', 'hidden'] } }, { settle_to: isText }),
        when({ settle_to: { const: 'failed' } }, { settle_error_code: isText }),
        when({ state: { const: 'changed' } }, { replaced_by: isText }),
        when({ changed_at: { type: 'integer' } }, { replaced_by: isText }),
      ],
    },
  },
  'journal/exchanges': {
    row: 'FileExchange',
    json: [],
    unpacked: when({ scenario: { type: 'string' } }, { scenarioFrom: isText }),
  },
};
