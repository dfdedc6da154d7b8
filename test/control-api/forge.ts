import fc from 'fast-check';
import type { Body } from '../support/body.ts';
import { sealed } from './state-client.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** One change of a file: where, as a share of all its places, and what becomes of the value there. */
export type Change = { at: number } & (
  | { kind: 'replace'; value: Json }
  | { kind: 'move'; from: number }
  | { kind: 'remove' }
  | { kind: 'add'; name: string; value: Json }
  | { kind: 'twice' }
);

/** Up to three changes of a file, mostly one. */
export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.nat().chain((at): fc.Arbitrary<Change> =>
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ at: fc.constant(at), kind: fc.constant('replace' as const), value: value() }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ at: fc.constant(at), kind: fc.constant('move' as const), from: fc.nat() }),
      },
      { weight: 1, arbitrary: fc.record({ at: fc.constant(at), kind: fc.constant('remove' as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          at: fc.constant(at),
          kind: fc.constant('add' as const),
          name: fc.constantFrom('__proto__', 'x', 'toString', 'effects', 'language', 'due_at'),
          value: value(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ at: fc.constant(at), kind: fc.constant('twice' as const) }) },
    ),
  ),
  { minLength: 1, maxLength: 3 },
);

/** The file with these changes, JSON in its columns included, and with a checksum that fits. */
export function forge(file: string, made: readonly Change[]): string {
  const whole = opened(JSON.parse(file)) as { [name: string]: Json };
  for (const change of made) apply(whole, change);
  return sealed(closed(whole) as Record<string, unknown>);
}

/** The places of a file that differ by more than the index of a list, each with its number for a change. */
export function differentPlaces(file: string): { place: string; at: number }[] {
  const first = new Map(
    placesOf(opened(JSON.parse(file))).map(({ names }, at) => [
      names.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('/'),
      at,
    ]),
  );
  return [...first].map(([place, at]) => ({ place, at }));
}

/** A command that leaves a trace if a shell ever runs it. */
const COMMAND = `'; touch RAN; $(touch RAN) \`touch RAN\` "\ntouch RAN\r\n`;

/** Values at the limits of each check. */
export const edges: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  0.5,
  50,
  51,
  1e9,
  2 ** 31,
  2 ** 53,
  1e15,
  1e16,
  1e300,
  -1e300,
  253402300799999,
  253402300800000,
  253086768000000,
  8.64e15,
  1799582400000,
  '',
  ' ',
  '\n',
  '\0',
  '\ud800',
  COMMAND,
  '@evil.example/x',
  '//evil.example/x',
  'http://evil.example/x',
  '/a b',
  '/\\evil.example',
  '/a\u2028b',
  'GET; touch RAN',
  '$(touch RAN)',
  '-K/etc/passwd',
  '@/etc/hostname',
  'a\r\nX-Other: b',
  '{}',
  '[]',
  'null',
  '{',
  '"',
  '['.repeat(5000) + ']'.repeat(5000),
  'x'.repeat(5000),
  '0'.repeat(32),
  'toString',
  '__proto__',
  'constructor',
  'Mars/Olympus',
  'europe/madrid',
  'UTC',
  'Europe/Madrid',
  'ZZZ',
  'EUR',
  'MAD',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '2016-12-31T23:59:60Z',
  '2027-03-15t11:30:00z',
  '2027-03-15 11:30:00Z',
  '2027-02-30T00:00:00',
  '9999-12-31T23:59:59',
  '0000-01-01T00:00:00',
  '2027-02-30',
  '9999-12-31',
  'completed',
  'pending',
  'hidden',
  'failed',
  'held',
  'changed',
  'cancelled',
  'flights',
  'transfers',
  'change',
  'down',
  'empty',
  'round_trip',
  'internal_error',
  'storm',
  'base64',
  [],
  [null],
  {},
  { a: 1 },
  { iataCode: 'MAD' },
  { 0: { search: 'down' }, 1: { search: 'down' } },
  { 0: { delayMs: 1e12 } },
  { frozenAt: 253086768000000 },
  { frozenAt: 0 },
  { aheadMs: 250000000000000 },
  { aheadMs: 0 },
];

function value(): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...edges) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.integer() },
    { weight: 1, arbitrary: fc.double() },
  );
}

interface Place {
  names: string[];
  parent: Body;
  name: string;
}

function placesOf(whole: Json, names: string[] = []): Place[] {
  if (typeof whole !== 'object' || whole === null) return [];
  return Object.entries(whole).flatMap(([name, inner]) => [
    { names: [...names, name], parent: whole, name },
    ...placesOf(inner, [...names, name]),
  ]);
}

function apply(whole: Json, change: Change): void {
  const places = placesOf(whole);
  const { parent, name } = places[change.at % places.length];
  if (change.kind === 'replace') parent[name] = change.value;
  else if (change.kind === 'move') {
    const from = places[change.from % places.length];
    parent[name] = structuredClone(from.parent[from.name]);
  } else if (change.kind === 'twice' && Array.isArray(parent)) parent.push(structuredClone(parent[Number(name)]));
  else if (change.kind === 'add' && typeof parent[name] === 'object' && parent[name] !== null)
    Object.defineProperty(parent[name], change.name, {
      value: change.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
}

const TABLES = ['searches', 'pricings', 'orders', 'bookings'];

/** With the JSON in the columns read, so that changes reach into it. */
function opened(file: { [name: string]: Body }): Json {
  for (const table of TABLES)
    for (const row of file[table])
      for (const [column, text] of Object.entries(row))
        if (typeof text === 'string' && /^[{[]/.test(text)) row[column] = JSON.parse(text);
  return file;
}

function closed(file: { [name: string]: Body }): object {
  const copy = structuredClone(file);
  for (const table of TABLES) {
    if (!Array.isArray(copy[table])) continue;
    for (const row of copy[table]) {
      if (typeof row !== 'object' || row === null) continue;
      for (const [column, held] of Object.entries(row))
        if (typeof held === 'object' && held !== null) row[column] = JSON.stringify(held);
    }
  }
  return copy;
}
