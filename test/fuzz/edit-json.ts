import fc from 'fast-check';
import type { Body } from '../support/body.ts';
import type { DescribedApi, Node } from './described-api.ts';
import type { KnownValues } from './fitting-values.ts';
import { fittingValues, putTogether } from './fitting-values.ts';

/** An edited value, and what was done to it. */
export interface EditedJson {
  json: unknown;
  edit: string;
}

type Place = readonly (string | number)[];

/**
 * One edit at one place of a value: another type, a field more or less, an extreme, or another value that fits its
 * schema.
 */
export function editJson(
  api: DescribedApi,
  schema: Node,
  known: KnownValues,
  whole: unknown,
): fc.Arbitrary<EditedJson> {
  return fc.constantFrom(...placesOf(whole)).chain((place) => {
    const value = at(whole, place);
    const name = place.join('/') || 'the body';
    const put = (put: unknown, words: string): EditedJson => ({
      json: replace(whole, place, put),
      edit: `${name}: ${words}`,
    });
    const described = schemaAt(api, schema, place);
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES).map(([words, odd]) => put(odd, words)) },
      { weight: 4, arbitrary: fc.constantFrom(...twists(value)).map(([words, twisted]) => put(twisted, words)) },
      {
        weight: 3,
        arbitrary: described
          ? fittingValues(api, described, known, String(place.at(-1) ?? '')).map((other) =>
              put(other, 'another that fits'),
            )
          : fc.constant(put(null, 'null')),
      },
      { weight: 2, arbitrary: fc.constant({ json: remove(whole, place), edit: `${name}: removed` }) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom(...ODD_NAMES)
          .map((field) => put(withField(value, field), `with a field ${JSON.stringify(field)}`)),
      },
      { weight: 1, arbitrary: fc.jsonValue().map((json) => put(json, 'any JSON')) },
    );
  });
}

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;

const ODD_VALUES: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['0', 0],
  ['-1', -1],
  ['-0', -0],
  ['1.5', 1.5],
  ['1e308', 1e308],
  ['2^53 + 1', 9007199254740993],
  ['-2^31', -2147483648],
  ['an empty text', ''],
  ['a blank', ' '],
  ['NUL', '\u0000'],
  ['an emoji', '😀'],
  ['half a surrogate pair', '\ud800'],
  ['right to left', '\u202eabc'],
  ['a combining mark', 'e\u0301'.repeat(60)],
  ['5,000 letters', 'x'.repeat(5000)],
  ['a line break', 'a\nb'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['SQL', "'; drop table orders;--"],
  ['a shell command', '$(id)`id`'],
  ['a path', '../../etc/passwd'],
  ['a number as text', '1'],
  ['1e400', '1e400'],
  ['an empty list', []],
  ['an empty object', {}],
  ['a list in a list', [[null]]],
  ['200 lists in each other', nested(200)],
  ['100 nulls', Array.from({ length: 100 }, () => null)],
  ['an earliest instant', '0000-01-01T00:00:00Z'],
  ['a latest instant', '9999-12-31T23:59:59Z'],
  ['a leap second', '2027-12-31T23:59:60Z'],
  ['no such day', '2027-02-30'],
  ['29 February', '2028-02-29'],
];

const ODD_NAMES = [
  'unlisted',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '\u0000',
  '😀',
  'a/b',
  'a~b',
  '$ref',
  'n'.repeat(2000),
];

/** Returns the results of careless edits of a value. */
function twists(value: unknown): (readonly [string, unknown])[] {
  if (typeof value === 'string')
    return [
      ['in capitals', value.toUpperCase()],
      ['in small letters', value.toLowerCase()],
      ['with a blank before it', ` ${value}`],
      ['with a line break behind it', `${value}\n`],
      ['with NUL behind it', `${value}\u0000`],
      ['twice', value + value],
      ['without its end', value.slice(0, -1)],
      ['turned round', [...value].reverse().join('')],
      ['as a number', Number(value) || 0],
      ['in a list', [value]],
      ['with another end', `${value.slice(0, -1)}z`],
    ];
  if (typeof value === 'number')
    return [
      ['as text', String(value)],
      ['plus one', value + 1],
      ['minus one', value - 1],
      ['negative', -value],
      ['a little more', value + 0.5],
      ['a million times', value * 1e6],
      ['in a list', [value]],
    ];
  if (Array.isArray(value))
    return [
      ['empty', []],
      ['its first item', value[0] ?? null],
      ['30 times', Array.from({ length: 30 }, () => value).flat()],
      ['twice', [...value, ...value]],
      ['backwards', [...value].reverse()],
      ['as an object', { ...value }],
    ];
  if (typeof value === 'object' && value !== null)
    return [
      ['in a list', [value]],
      ['in an object', { value }],
      ['its fields', Object.values(value)],
      ['as text', JSON.stringify(value)],
    ];
  return [
    ['as text', String(value)],
    ['in a list', [value]],
  ];
}

/** The object with one field more. A literal could not have a field `__proto__`. */
function withField(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return Object.fromEntries([[field, value]]);
  return Object.fromEntries([...Object.entries(value), [field, { x: 1 }]]);
}

function placesOf(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [
    place,
    ...Object.entries(value)
      .slice(0, 30)
      .flatMap(([key, item]) => placesOf(item, [...place, Array.isArray(value) ? Number(key) : key])),
  ];
}

function at(whole: unknown, place: Place): unknown {
  return place.reduce<Body>((value, key) => value[key], whole);
}

function replace(whole: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) return whole.map((item, i) => (i === key ? replace(item, rest, value) : item));
  return Object.fromEntries(
    Object.entries(whole as object).map(([name, item]) => [name, name === key ? replace(item, rest, value) : item]),
  );
}

function remove(whole: unknown, place: Place): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return {};
  if (Array.isArray(whole))
    return rest.length > 0
      ? whole.map((item, i) => (i === key ? remove(item, rest) : item))
      : whole.filter((_, i) => i !== key);
  return Object.fromEntries(
    Object.entries(whole as object).flatMap(([name, item]) => {
      if (name !== key) return [[name, item]];
      return rest.length > 0 ? [[name, remove(item, rest)]] : [];
    }),
  );
}

function schemaAt(api: DescribedApi, schema: Node, [key, ...rest]: Place): Node | undefined {
  if (key === undefined) return schema;
  const whole = putTogether(api, schema);
  const inner: Node | undefined = typeof key === 'number' ? whole['items'] : whole['properties']?.[key];
  return inner && schemaAt(api, inner, rest);
}
