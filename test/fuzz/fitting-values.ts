import fc from 'fast-check';
import type { DescribedApi, Node } from './described-api.ts';

/**
 * Values that lead somewhere, by the name of the field or parameter: ids of things that exist, places that are served.
 */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/**
 * Values that fit a schema; now and then one of a string that is cut too short or long, which the oracle sees for
 * itself.
 */
export function fittingValues(api: DescribedApi, schema: Node, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const whole = putTogether(api, schema);
  const made = madeValues(api, whole, known);
  const usable = (Object.hasOwn(known, name) ? known[name] : []).filter(
    (value) => api.faultsOf(schema, value).length === 0,
  );
  return usable.length === 0
    ? made
    : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usable) }, { weight: 1, arbitrary: made });
}

/** A schema with the parts of its `allOf` laid into it. */
export function putTogether(api: DescribedApi, schema: Node): Node {
  const { allOf = [], ...own } = api.resolve(schema);
  return [own, ...allOf.map((part: Node) => putTogether(api, part))].reduce((whole, part) => ({
    ...whole,
    ...part,
    ...(whole.properties && part.properties && { properties: { ...whole.properties, ...part.properties } }),
    ...(whole.required && part.required && { required: [...whole.required, ...part.required] }),
  }));
}

function madeValues(api: DescribedApi, schema: Node, known: KnownValues): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (schema['enum']) return fc.constantFrom(...schema['enum']);
  const { anyOf, oneOf, ...rest } = schema;
  const choices: Node[] | undefined = anyOf ?? oneOf;
  if (choices)
    return fc.oneof(...choices.map((choice) => madeValues(api, { ...rest, ...putTogether(api, choice) }, known)));
  return fc.oneof(...[schema['type'] ?? 'string'].flat().map((type: string) => valuesOfType(api, type, schema, known)));
}

function valuesOfType(api: DescribedApi, type: string, schema: Node, known: KnownValues): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema['minimum'] ?? -1000, max: schema['maximum'] ?? Number.MAX_SAFE_INTEGER });
    case 'number':
      return fc.double({ min: schema['minimum'] ?? -1e9, max: schema['maximum'] ?? 1e9, noNaN: true });
    case 'array':
      return lists(api, schema, known);
    case 'object':
      return objects(api, schema, known);
    default:
      return strings(schema);
  }
}

function lists(
  api: DescribedApi,
  { items = {}, minItems = 0, maxItems = 4 }: Node,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  return fc.array(fittingValues(api, items, known), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 4),
  });
}

function objects(
  api: DescribedApi,
  { properties = {}, required = [], additionalProperties }: Node,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries<Node>(properties).map(([name, schema]) => [name, fittingValues(api, schema, known, name)]),
  );
  const listed = fc.record(fields, { requiredKeys: required.filter((name: string) => name in fields) });
  if (additionalProperties === undefined || additionalProperties === false) return listed;
  const more = fc.dictionary(
    fc.string(),
    additionalProperties === true ? fc.jsonValue() : fittingValues(api, additionalProperties, known),
    { maxKeys: 3 },
  );
  return fc.tuple(listed, more).map(([own, others]) => ({ ...others, ...own }));
}

/** Texts for a schema. They take fast-check some time to prepare, and many fields have the same ones. */
function strings({ pattern, format, minLength, maxLength }: Node): fc.Arbitrary<string> {
  const key = JSON.stringify([pattern, format, minLength, maxLength]);
  let made = prepared.get(key);
  if (!made) prepared.set(key, (made = prepareStrings(pattern, format, minLength, maxLength)));
  return made;
}

const prepared = new Map<string, fc.Arbitrary<string>>();

function prepareStrings(
  pattern: string | undefined,
  format: string | undefined,
  minLength = 0,
  maxLength = 200,
): fc.Arbitrary<string> {
  if (pattern !== undefined) return matching(pattern);
  if (format !== undefined) return FORMATS[format] ?? fc.string();
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 20) }),
    fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 20) }),
    fc.constant('x'.repeat(maxLength)),
  );
}

/**
 * Some patterns, those that look ahead for example, are more than fast-check can make texts for: then any text has to
 * do.
 */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.string();
  }
}

const instants = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  date: instants.map((instant) => instant.slice(0, 10)),
  'date-time': instants,
  email: fc.emailAddress(),
  uri: fc.webUrl(),
};
