/** Types of JSON Schema. */
export const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;

const NUMBERS = ['integer', 'number'];

/** Keywords without effect on values of other types. */
export const keywordTypes: Readonly<Record<string, readonly string[]>> = {
  additionalProperties: ['object'],
  contains: ['array'],
  contentEncoding: ['string'],
  contentMediaType: ['string'],
  dependentRequired: ['object'],
  dependentSchemas: ['object'],
  discriminator: ['object'],
  exclusiveMaximum: NUMBERS,
  exclusiveMinimum: NUMBERS,
  format: [...NUMBERS, 'string'],
  items: ['array'],
  maxContains: ['array'],
  maximum: NUMBERS,
  maxItems: ['array'],
  maxLength: ['string'],
  maxProperties: ['object'],
  minContains: ['array'],
  minimum: NUMBERS,
  minItems: ['array'],
  minLength: ['string'],
  minProperties: ['object'],
  multipleOf: NUMBERS,
  pattern: ['string'],
  patternProperties: ['object'],
  prefixItems: ['array'],
  properties: ['object'],
  propertyNames: ['object'],
  required: ['object'],
  unevaluatedItems: ['array'],
  unevaluatedProperties: ['object'],
  uniqueItems: ['array'],
  'x-absent': ['object'],
};

/** Every schema keyword in use by taxiway. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...Object.keys(keywordTypes),
  '$comment',
  '$defs',
  '$ref',
  'allOf',
  'anyOf',
  'const',
  'default',
  'deprecated',
  'description',
  'else',
  'enum',
  'example',
  'examples',
  'externalDocs',
  'if',
  'not',
  'oneOf',
  'readOnly',
  'then',
  'title',
  'type',
  'writeOnly',
  'x-assumes',
  'x-assumption',
  'x-const',
  'x-rules',
]);

/** Lower bounds, each with its upper bound. */
export const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minContains', 'maxContains'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
] as const;
