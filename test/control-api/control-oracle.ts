import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { followPointer } from '../../src/base/pointer.ts';
import type { RawResponse } from '../server/wire.ts';
import type { Body } from '../support/body.ts';

/** A call of an operation of the control API; its path names a profile. */
export interface OracleCall {
  operationId: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: unknown;
}

interface Described {
  operationId: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; required?: boolean; schema: Body }[];
  body: { schema: Body; required: boolean } | null;
  responses: Record<string, unknown>;
}

/** Judges requests and responses by the served document alone, without the server's code. */
export function createOracle(document: Body) {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(document, 'served');
  const described = new Map(describe(document).map((one) => [one.operationId, one]));
  const fits = (schema: Body, value: unknown) =>
    ajv.validate('$ref' in schema ? { $ref: `served${schema.$ref}` } : schema, value) === true;

  const operation = (operationId: string): Described => {
    const found = described.get(operationId);
    if (!found) throw new Error(`the document describes no operation ${operationId}`);
    return found;
  };

  return {
    described,
    operation,
    /** True if the document allows the call. */
    allows({ operationId, query, headers, body }: OracleCall): boolean {
      const { parameters, body: wanted } = operation(operationId);
      const inQuery = parameters.filter((one) => one.in === 'query');
      const once = new Set(query.map(([name]) => name)).size === query.length;
      return (
        once &&
        query.every(([name]) => inQuery.some((one) => one.name === name)) &&
        inQuery.every(({ name, required, schema }) => {
          const passed = query.find(([one]) => one === name);
          return passed === undefined ? required !== true : fits(schema, read(document, schema, passed[1]));
        }) &&
        parameters
          .filter((one) => one.in === 'header')
          .every(({ name, schema }) => headers[name] === undefined || fits(schema, headers[name])) &&
        (body === undefined ? wanted?.required !== true : wanted === null || fits(wanted.schema, body))
      );
    },
    /** True if the document has this status for the operation. */
    declares: ({ operationId }: OracleCall, { status }: RawResponse): boolean =>
      String(status) in operation(operationId).responses,
  };
}

export type Oracle = ReturnType<typeof createOracle>;

/** Requests of all operations except those that are judged elsewhere. */
export function oracleCalls({ described }: Oracle, except: readonly string[]): fc.Arbitrary<OracleCall> {
  const all = [...described.values()].filter(({ operationId }) => !except.includes(operationId));
  return fc.constantFrom(...all).chain(({ operationId, parameters, body }) => {
    const named = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    const pair = fc.tuple(
      named.length > 0
        ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...named) }, { weight: 1, arbitrary: STRAY })
        : STRAY,
      TEXTS,
    );
    const of = BODIES[operationId] ?? {};
    return fc.record({
      operationId: fc.constant(operationId),
      query: named.includes('kind')
        ? fc
            .tuple(
              fc.constantFrom('searches', 'offers', 'orders', 'reservations', 'x'),
              fc.array(pair, { maxLength: 2 }),
            )
            .map(([kind, more]): [string, string][] => [['kind', kind], ...more])
        : fc.array(pair, { maxLength: named.length > 0 ? 2 : 1 }),
      headers: fc.constant({}),
      ...(body !== null && {
        body: fc.oneof(
          { weight: 8, arbitrary: fc.record(of, { requiredKeys: [] }) },
          { weight: 1, arbitrary: fc.record({ ...of, x: VALUES }) },
          { weight: 1, arbitrary: VALUES },
        ),
      }),
    });
  });
}

const STRAY = fc.constantFrom('x', 'scenario', 'Limit', 'limit[]', '__proto__', '');
const TEXTS = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '1',
    '5',
    '200',
    '201',
    '404',
    '600',
    '-1',
    '-0',
    '+5',
    ' 5',
    '5 ',
    '05',
    '5.0',
    '1e1',
    '0x5',
    '5\n',
    '5_0',
    '٥',
    'NaN',
    'null',
    'true',
    '99999999999999999999',
    '9007199254740993',
    'newest',
    'oldest',
    'searches',
    'answered',
    'reset',
    'none',
    'pending',
    'slow',
    'pending,slow',
    'searchFlights',
    'bookTransfer',
    '__proto__',
    'constructor',
    '%',
    '\0',
    'ä',
    "a'b",
    'a&b=c',
    'x'.repeat(201),
    'x'.repeat(200),
    '1.a',
    '1.a.2',
    '1.a.b',
    '1234567890123456.a',
    '1.a b',
    'dp_taxiway00001',
    'dp_x',
    'DP_TAXIWAY00001',
    '2027-01-10T12:00:00Z',
    '2027-01-10T12:00:00.123456789+05:30',
    '2027-01-10t12:00:00z',
    '2027-01-10 12:00:00Z',
    '2027-01-10',
    '2027-01-10T12:00Z',
    '2027-02-30T12:00:00Z',
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2027-01-10T12:00:00+24:00',
    '2027-01-10T24:00:00Z',
  ),
  fc.string(),
);
const VALUES = fc.oneof(
  TEXTS,
  fc.constantFrom<unknown>(null, true, 0, 1, -1, 0.5, 1e300, 101, 1000001, [], {}, [1], { a: 1 }),
);
const BODIES: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  createProfile: { name: VALUES, marginPercent: VALUES },
  armScenario: {
    scenario: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'pending',
          'slow',
          'book:pending',
          'book:pending(reads=2),search:slow(delay=PT1S)',
          'pending(',
          'pending()',
          'pending(reads=x)',
          'lunch:pending',
          'storm',
          'pending,failed',
          'slow,slow',
          'search:pending',
          ',slow',
          'slow,',
          ' slow',
          'bookTransfer:502-after-commit; read:502; none',
          'none',
          'slow(calls=2)',
          'slow(calls=0)',
          'slow(delay=P1D)',
        ),
      },
      { weight: 1, arbitrary: VALUES },
    ),
    calls: VALUES,
  },
  setClock: {
    mode: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('frozen', 'running') }, { weight: 1, arbitrary: VALUES }),
    now: VALUES,
  },
  advanceClock: {
    by: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'PT21M',
          'P1D',
          'P',
          'PT',
          'P1DT',
          'pt1s',
          'P1W',
          'P1Y',
          'P1M',
          '-PT1M',
          '+PT1M',
          'PT1.5S',
          'PT1.5555S',
          'PT1.5M',
          'P366D',
          'P367D',
          'P366DT1S',
          'PT999999999999999999S',
          ' PT1S',
          'PT1S\n',
          'P1DT1H1M1S',
          'PT1S1M',
        ),
      },
      { weight: 1, arbitrary: VALUES },
    ),
  },
};

function describe(document: Body): Described[] {
  const resolve = (part: Body) => (part?.$ref ? followPointer(document, part.$ref) : part);
  return Object.entries<Body>(document.paths).flatMap(([path, item]) =>
    Object.entries<Body>(item).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map(resolve),
      body: requestBody
        ? { schema: requestBody.content['application/json'].schema, required: requestBody.required === true }
        : null,
      responses,
    })),
  );
}

/** A parameter as JSON: an integer is written in digits alone. */
function read(document: Body, schema: Body, text: string): unknown {
  const { type } = schema.$ref ? (followPointer(document, schema.$ref) as Body) : schema;
  return type === 'integer' && /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
}
