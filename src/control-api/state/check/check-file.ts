import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Refusal } from '../../../interface/errors/refusal.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { Row } from '../../../store/state.ts';
import type { ListName, ListSchema } from './list-schemas.ts';
import { LISTS } from './list-schemas.ts';
import type { RowFault, RowRules } from './row-rules.ts';

export interface FileChecker {
  /** Checks everything but the list rows. */
  checkHead(file: object): void;
  /** Checks the rows in the tables, and in `journal/exchanges`. */
  checkRows(rows: Readonly<Record<string, readonly object[]>>): Promise<void>;
}

/**
 * Validates an import file against the control API, and its rows against the service's own interface: a file made by
 * hand must not cause invalid responses by the service. The first violation is refused with `import_unfit`. `rules`
 * check conditions that no schema can express.
 */
export function createFileChecker(control: Spec, service: Spec, rules: RowRules): FileChecker {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(withoutItems(control), 'control').addSchema(service, 'service');
  const validateHead = ajv.compile({ $ref: 'control#/components/schemas/ProfileFile' });
  const checks: Record<ListName, RowCheck> = {
    searches: createRowCheck(ajv, LISTS.searches, rules.searches),
    pricings: createRowCheck(ajv, LISTS.pricings),
    orders: createRowCheck(ajv, LISTS.orders, rules.orders),
    bookings: createRowCheck(ajv, LISTS.bookings, rules.bookings),
    'journal/exchanges': createRowCheck(ajv, LISTS['journal/exchanges'], rules.exchanges),
  };

  return {
    checkHead: (file) => refuseInvalid(validateHead, file, ''),

    async checkRows(rows) {
      for (const [list, check] of Object.entries(checks)) {
        for (const [i, row] of (rows[list] ?? []).entries()) {
          await check(row, `/${list}/${i}`);
          if (i % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
        }
      }
    },
  };
}

type RowCheck = (row: object, path: string) => Promise<void>;

function createRowCheck<Unpacked>(
  ajv: Ajv2020,
  { row: schema, json, unpacked }: ListSchema,
  rule?: (row: Unpacked) => Promise<RowFault | undefined> | RowFault | undefined,
): RowCheck {
  const validateRow = ajv.compile<Row>({ $ref: `control#/components/schemas/${schema}` });
  const validateUnpacked = ajv.compile<Unpacked>(unpacked);
  return async (row, path) => {
    refuseInvalid(validateRow, row, path);
    const read: unknown = { ...row, ...unpackJson(row, json, path) };
    refuseInvalid(validateUnpacked, read, path);
    const fault = await rule?.(read);
    if (fault) throw invalidImport(`${path}/${fault.column}`, fault.message);
  };
}

/** The list rows are checked one by one, in slices. */
function withoutItems(control: Spec): Spec {
  const own = structuredClone(control);
  for (const list of Object.keys(LISTS)) {
    const path = ['components', 'schemas', 'ProfileFile', ...list.split('/').flatMap((name) => ['properties', name])];
    deleteItems(own, path);
  }
  return own;
}

function deleteItems(schema: object, [name, ...rest]: readonly string[]): void {
  if (name === undefined) return void ('items' in schema && delete schema.items);
  const next: unknown = Object.entries(schema).find(([key]) => key === name)?.[1];
  if (typeof next !== 'object' || next === null) throw new Error(`the schema ProfileFile has no ${name}`);
  deleteItems(next, rest);
}

function refuseInvalid<Valid>(validate: ValidateFunction<Valid>, value: unknown, path: string): asserts value is Valid {
  if (validate(value)) return;
  const { instancePath = '', message = 'does not fit', keyword, params } = validate.errors?.[0] ?? {};
  const unlisted =
    keyword === 'additionalProperties' ? `: "${String(params?.['additionalProperty']).slice(0, 64)}"` : '';
  throw invalidImport(path + instancePath, message + unlisted);
}

/** Rows per turn of the event loop. */
const SLICE = 500;

/**
 * Parses a row's JSON columns. An order's response is stored without `liveMode`, because every response gets it on
 * sending.
 */
function unpackJson(row: Row, columns: readonly string[], path: string): Record<string, unknown> {
  const parsed = Object.fromEntries(columns.map((column) => [column, parse(row[column], `${path}/${column}`)]));
  const { answer } = parsed;
  return typeof answer === 'object' ? { ...parsed, answer: { liveMode: false, ...answer } } : parsed;
}

function parse(text: Row[string] | undefined, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(String(text));
  } catch {
    throw invalidImport(path, 'must be JSON');
  }
  if (!isServable(value, MAX_DEPTH))
    throw invalidImport(path, `must go at most ${MAX_DEPTH} levels deep, with numbers up to ${MAX_NUMBER}`);
  return value;
}

/** Deeper values cannot be serialized again, and larger numbers become null or impossible dates. */
function isServable(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= MAX_NUMBER;
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isServable(one, levels - 1));
}

const MAX_DEPTH = 12;
const MAX_NUMBER = 1e15;

/** Returns `import_unfit` for the value at a JSON pointer. */
function invalidImport(path: string, message: string): Refusal {
  return new Refusal('import_unfit', [
    { path, message: `${path.slice(1).replaceAll('/', '.') || 'the file'} ${message}` },
  ]);
}
