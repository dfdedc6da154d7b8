import { didYouMean } from '../../../base/nearest.ts';
import { followPointer } from '../../../base/pointer.ts';
import { hasMembers, isRecord } from '../../../base/values/kinds.ts';
import type { Fault } from './fault.ts';
import { shown } from './fault.ts';
import { BOUNDS, KEYWORDS, keywordTypes, TYPES } from './keywords.ts';
import type { SchemaPlace } from './schema-places.ts';
import { listSchemas, withParts } from './schema-places.ts';

type Schema = Record<string, unknown>;

/** Returns the keywords of all schemas that are mistyped, contradict each other, or have no effect. */
export function checkSchemas(document: object, formats: readonly string[]): Fault[] {
  const find = ($ref: string) => followPointer(document, $ref);
  return listSchemas(document)
    .flatMap(withParts)
    .flatMap((place) => checkSchema(place, formats, find));
}

type Find = ($ref: string) => unknown;

function checkSchema(place: SchemaPlace, formats: readonly string[], find: Find): Fault[] {
  const { path, schema } = place;
  if (typeof schema === 'boolean') return [];
  if (!isRecord(schema))
    return [{ path, message: `a schema is an object, got ${shown(schema)}; write { type: … } or { $ref: … }` }];
  const at = (keyword: string, message: string | undefined): Fault[] =>
    message === undefined ? [] : [{ path: [...path, keyword], message }];
  return [
    ...Object.keys(schema).flatMap((keyword) => at(keyword, checkKeyword(schema, keyword))),
    ...at('type', checkType(schema)),
    ...at('format', checkFormat(schema, formats)),
    ...at('pattern', checkPattern(schema['pattern'])),
    ...keysIn(schema['patternProperties']).flatMap((key) => at('patternProperties', checkPattern(key))),
    ...BOUNDS.flatMap(([low, high]) => at(low, checkBounds(schema, low, high))),
    ...at('required', checkRequired(place, find)),
    ...at('enum', checkEnum(schema)),
    ...at('discriminator', checkDiscriminator(schema, find)),
  ];
}

function checkKeyword(schema: Schema, keyword: string): string | undefined {
  if (keyword === 'nullable') return "3.1 has no keyword nullable; write type: [string, 'null'], for example";
  if (!KEYWORDS.has(keyword)) {
    const near = didYouMean(keyword, KEYWORDS);
    // Other extensions are for other readers.
    if (keyword.startsWith('x-') && near === '') return undefined;
    return `taxiway knows no keyword ${keyword}${near}; correct or remove it`;
  }
  const allowed = keywordTypes[keyword];
  const types = typesOf(schema);
  if (!allowed || types.length === 0 || types.some((type) => allowed.includes(type))) return undefined;
  return `has no effect on the type ${types.join(', ')}; ${keyword} is for ${allowed.join(', ')}. Remove one`;
}

/** Returns the types in a schema, as far as JSON Schema has them. */
function typesOf({ type }: Schema): string[] {
  return [type].flat().filter((one): one is string => (TYPES as readonly unknown[]).includes(one));
}

function checkType({ type }: Schema): string | undefined {
  if (type === undefined) return undefined;
  const all: unknown[] = [type].flat();
  const wrong = all.find((one) => !(TYPES as readonly unknown[]).includes(one));
  if (all.length > 0 && wrong === undefined)
    return new Set(all).size < all.length ? `names a type twice: ${shown(type)}; name each once` : undefined;
  return `${shown(wrong ?? type)} is no type${didYouMean(String(wrong), TYPES)}; write ${TYPES.join(', ')}`;
}

function checkFormat({ format }: Schema, formats: readonly string[]): string | undefined {
  if (format === undefined || (formats as readonly unknown[]).includes(format)) return undefined;
  return `${shown(format)} is no known format${didYouMean(shown(format), formats)}; write ${formats.join(', ')}`;
}

function checkPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return pattern === undefined ? undefined : `is text, got ${shown(pattern)}`;
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return `${shown(pattern)} is no regular expression of JavaScript with the flag u: ${(error as Error).message}`;
  }
}

function checkBounds(schema: Schema, low: string, high: string): string | undefined {
  const [least, most] = [schema[low], schema[high]];
  if (typeof least !== 'number' || typeof most !== 'number') return undefined;
  const isEmpty = low.startsWith('exclusive') || high.startsWith('exclusive') ? least >= most : least > most;
  return isEmpty ? `${low} ${least} with ${high} ${most} allows no value; correct one of them` : undefined;
}

function checkRequired(place: SchemaPlace, find: Find): string | undefined {
  const { required } = place.schema as Schema;
  if (!Array.isArray(required)) return undefined;
  const names: unknown[] = required;
  if (new Set(names).size < names.length) return `names a property twice: ${shown(required)}; name each once`;
  const known = propertiesAround(place, find);
  const missing = names.find((name): name is string => typeof name === 'string' && known?.has(name) === false);
  if (missing === undefined) return undefined;
  const near = didYouMean(missing, known ?? []);
  return `${shown(missing)} is no property of this schema${near}; add it to properties, or remove it here`;
}

/** Returns the properties of a schema and of the surrounding ones; undefined if any name is one. */
function propertiesAround(place: SchemaPlace, find: Find): Set<string> | undefined {
  const own = propertiesOf(place.schema, find);
  if (own === undefined || !place.around) return own;
  const around = propertiesAround(place.around, find);
  return around && new Set([...own, ...around]);
}

function propertiesOf(schema: unknown, find: Find): Set<string> | undefined {
  if (!isRecord(schema)) return new Set();
  if (isRecord(schema['additionalProperties']) || isRecord(schema['patternProperties'])) return undefined;
  const { $ref } = schema;
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => Object.values(schema[keyword] ?? {}) as unknown[]);
  if (typeof $ref === 'string') parts.push(find($ref));
  const found = new Set(keysIn(schema['properties']));
  for (const part of parts) {
    const names = propertiesOf(part, find);
    if (names === undefined) return undefined;
    for (const name of names) found.add(name);
  }
  return found;
}

function checkEnum(schema: Schema): string | undefined {
  const values = schema['enum'];
  if (!Array.isArray(values)) return undefined;
  const texts = values.map((value: unknown) => JSON.stringify(value));
  const twice = texts.find((text, i) => texts.indexOf(text) !== i);
  if (twice !== undefined) return `has ${twice} twice; name each value once`;
  return values.length === 0 ? 'has no value, so no instance is valid; name the values, or remove it' : undefined;
}

function checkDiscriminator({ discriminator, oneOf }: Schema, find: Find): string | undefined {
  if (!isRecord(discriminator) || !Array.isArray(oneOf)) return undefined;
  const { propertyName, mapping } = discriminator;
  const refs = oneOf.map((part: unknown) => (isRecord(part) ? part['$ref'] : undefined));
  const astray = Object.entries(hasMembers(mapping) ? mapping : {}).find(([, target]) => !refs.includes(target));
  if (astray) return `${astray[0]} leads to ${shown(astray[1])}, which is not in oneOf; name one of ${refs.join(', ')}`;
  const lacking = refs.find(
    (ref): ref is string => typeof ref === 'string' && !propertiesOf(find(ref), find)?.has(String(propertyName)),
  );
  if (lacking === undefined) return undefined;
  return `${shown(propertyName)} is no property of ${lacking}; name one that each of oneOf has`;
}

function keysIn(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}
