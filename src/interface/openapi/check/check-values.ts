import type { Ajv2020 } from 'ajv/dist/2020.js';
import { messageOf } from '../../../base/message-of.ts';
import { pointerTo } from '../../../base/pointer.ts';
import { hasMembers, isRecord } from '../../../base/values/kinds.ts';
import type { Fault } from './fault.ts';
import { shown } from './fault.ts';
import type { SchemaPlace } from './schema-places.ts';
import { listSchemas, withParts } from './schema-places.ts';

/** Compiles every schema of a spec, and returns its mismatching defaults, examples and allowed values. */
export function checkValues(document: object, ajv: Ajv2020): Fault[] {
  ajv.addSchema(document, 'spec');
  const whole = listSchemas(document);
  const broken = whole.flatMap((place) => compileFaults(place, ajv));
  if (broken.length > 0) return broken;
  const schemas = whole.flatMap(withParts);
  const fits = (path: readonly string[], schema: readonly string[], value: unknown): Fault[] => {
    const validate = ajv.compile({ $ref: `spec${pointerTo(...schema)}` });
    if (validate(value)) return [];
    const errors = ajv.errorsText(validate.errors, { dataVar: 'value' });
    return [{ path, message: `${shown(value)} does not fit its schema: ${errors}; correct the value or the schema` }];
  };
  return [
    ...schemas.flatMap((place) => [...checkAllowed(place, ajv), ...checkDefaults(place, fits)]),
    ...checkExamples(document, [], fits),
  ];
}

type Fits = (path: readonly string[], schema: readonly string[], value: unknown) => Fault[];

function compileFaults({ path, schema }: SchemaPlace, ajv: Ajv2020): Fault[] {
  if (!isRecord(schema)) return [];
  try {
    ajv.compile({ $ref: `spec${pointerTo(...path)}` });
    return [];
  } catch (error) {
    return [{ path, message: `this schema cannot be compiled: ${messageOf(error)}` }];
  }
}

/** Returns the values of `enum` and `const` excluded by other conditions of their schema. */
function checkAllowed({ path, schema }: SchemaPlace, ajv: Ajv2020): Fault[] {
  if (!isRecord(schema)) return [];
  if (!LISTS.some((keyword) => keyword in schema)) return [];
  const conditions = Object.fromEntries(Object.entries(schema).filter(([keyword]) => SCALAR.has(keyword)));
  const validate = ajv.compile(conditions);
  return LISTS.flatMap((keyword) =>
    (keyword in schema ? [schema[keyword]].flat() : [])
      .filter((value: unknown) => !validate(value))
      .map((value: unknown) => ({
        path: [...path, keyword],
        message:
          `${shown(value)} can never occur, because it is no ${shown(conditions)}; ` +
          'correct the value or the condition',
      })),
  );
}

const LISTS = ['enum', 'const', 'x-const'] as const;

/** Conditions independent of other schemas. */
const SCALAR: ReadonlySet<string> = new Set([
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maximum',
  'maxLength',
  'minimum',
  'minLength',
  'multipleOf',
  'pattern',
  'type',
]);

function checkDefaults({ path, schema }: SchemaPlace, fits: Fits): Fault[] {
  if (!isRecord(schema)) return [];
  const { examples } = schema;
  return [
    ...('default' in schema ? fits([...path, 'default'], path, schema['default']) : []),
    ...('example' in schema ? fits([...path, 'example'], path, schema['example']) : []),
    ...(Array.isArray(examples) ? examples : []).flatMap((value: unknown, i) =>
      fits([...path, 'examples', String(i)], path, value),
    ),
  ];
}

/** Returns the examples of parameters, headers and bodies. They are next to their schema. */
function checkExamples(part: unknown, path: readonly string[], fits: Fits): Fault[] {
  if (!hasMembers(part)) return [];
  const { schema, example, examples } = part;
  const own = schema === undefined ? [] : examplesIn(examples, [...path, 'examples']);
  if (schema !== undefined && example !== undefined) own.push({ path: [...path, 'example'], value: example });
  return [
    ...own.flatMap((one) => fits(one.path, [...path, 'schema'], one.value)),
    ...Object.entries(part)
      .filter(([key]) => !SKIPPED.has(key) && !key.startsWith('x-'))
      .flatMap(([key, inner]) => checkExamples(inner, [...path, key], fits)),
  ];
}

function examplesIn(examples: unknown, path: readonly string[]): { path: readonly string[]; value: unknown }[] {
  if (!isRecord(examples)) return [];
  return Object.entries(examples).flatMap(([name, example]) =>
    isRecord(example) && 'value' in example ? [{ path: [...path, name, 'value'], value: example['value'] }] : [],
  );
}

const SKIPPED: ReadonlySet<string> = new Set(['example', 'examples', 'schema', 'schemas']);
