import type { ErrorObject } from 'ajv/dist/2020.js';
import { isDateTime } from '../../../base/values/kinds.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { MarkedSchema, Marks } from './marks.ts';
import { expand, marksOf, schemasAlong } from './marks.ts';

/**
 * Returns the rule or assumption that a validation error breaks, or none if openapi.yaml has no mark for it. A rule's
 * mark is on its property, and covers presence and type. Other keywords belong to the rule only if no assumption covers
 * them; an assumption on the failed subschema itself wins. `x-assumes` lists the keywords covered by its assumption, if
 * they differ from these. `counts` selects the rules for the response.
 */
export function attributeError(
  spec: Spec,
  schemaPointer: string,
  error: ErrorObject,
  counts: (rule: string) => boolean,
): Marks {
  if (isWithoutZone(error)) return { rules: [], assumptions: [ZONED] };
  const marks = attribute(spec, schemaPointer, error, counts);
  if (error.keyword !== 'required' || !marks.rules.some((rule) => NAMES_ONLY.has(rule))) return marks;
  return { rules: [], assumptions: [ALWAYS_THERE] };
}

function attribute(spec: Spec, schemaPointer: string, error: ErrorObject, counts: (rule: string) => boolean): Marks {
  const failed = (error.parentSchema ?? {}) as MarkedSchema;
  if (error.keyword === 'required') {
    const name = String(error.params['missingProperty']);
    const ofName = attributeMissing(
      expand(spec, failed).flatMap(({ properties }) => expand(spec, properties?.[name] ?? {})),
      counts,
    );
    if (ofName) return ofName;
  }
  const ofPart = marksOf([failed], counts);
  if (failed['x-assumes']) return decide(onlyOf(ofPart, failed['x-assumes'].includes(error.keyword)), false);
  if ((ofPart.rules.length === 0) !== (ofPart.assumptions.length === 0)) return decide(ofPart, false);
  const levels = schemasAlong(spec, schemaPointer, error.instancePath).map((schemas) => marksOf(schemas, counts));
  const nearest = levels.findLastIndex(isMarked);
  return decide(
    levels[nearest] ?? NO_MARKS,
    nearest === levels.length - 1 && ['type', 'required'].includes(error.keyword) && !isFraction(error),
  );
}

/** Returns a place's rules. Returns its assumptions if there are no rules or the keyword is assumed. */
function onlyOf({ rules, assumptions }: Marks, assumed: boolean): Marks {
  return assumed || rules.length === 0 ? { rules: [], assumptions } : { rules, assumptions: [] };
}

/** True for a time without a zone. The document demands ISO 8601, but the format date-time demands a zone. */
function isWithoutZone({ keyword, params, data }: ErrorObject): boolean {
  return keyword === 'format' && params['format'] === 'date-time' && isDateTime(data);
}

/** True for a fraction. The document demands a number, and an assumption makes some of them integers. */
function isFraction({ keyword, params, data }: ErrorObject): boolean {
  return keyword === 'type' && params['type'] === 'integer' && typeof data === 'number';
}

/** Attributes a missing property. For a nullable one, its presence is assumed. */
function attributeMissing(name: readonly MarkedSchema[], counts: (rule: string) => boolean): Marks | null {
  const { rules, assumptions } = marksOf(name, counts);
  if (rules.length === 0) return null;
  const mayBeNull = name.some(({ type }) => [type].flat().includes('null'));
  return decide({ rules, assumptions }, !mayBeNull);
}

/** Selects a rule or an assumption. With several rules at one place, the broken one is unknown. */
function decide({ rules, assumptions }: Marks, documented: boolean): Marks {
  if (rules.length === 1 && (documented || assumptions.length === 0)) return { rules, assumptions: [] };
  return { rules: [], assumptions: assumptions.slice(0, 1) };
}

function isMarked({ rules, assumptions }: Marks): boolean {
  return rules.length + assumptions.length > 0;
}

/** Assumption: an instant is written with its zone. */
const ZONED = 'service.instants';

/** Assumption: every name is present, with a value or null. */
const ALWAYS_THERE = 'flight.response-required-fields';

/**
 * Rules that list names without requiring values. A missing name in place of null breaks no such rule: one offer
 * with the name is enough, and their contracts look for it.
 */
const NAMES_ONLY: ReadonlySet<string> = new Set([
  'offer.fields.airline',
  'offer.conditions.parts',
  'offer.conditions.currency',
  'offer.conditions.penalty-amount',
  'slice.fields.fare-name',
  'slice.fields.departure',
  'slice.fields.arrival',
  'segment.fields.fare-name',
  'segment.fields.departure',
  'segment.fields.arrival',
  'segment.fields.passengers',
  'segment.airline.operating-carrier',
  'segment.airline.marketing-carrier',
  'segment.passengers.amenities.wifi',
  'segment.passengers.amenities.seat',
]);

const NO_MARKS: Marks = { rules: [], assumptions: [] };
