import type { ErrorObject } from 'ajv/dist/2020.js';
import { isDateTime } from '../../../base/values/kinds.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { MarkedSchema, Marks } from './marks.ts';
import { expand, marksOf, schemasAlong } from './marks.ts';

/**
 * What a validation error breaks: one rule, one assumption, or nothing that openapi.yaml has a mark for. The mark of a
 * rule is on the property that it is about, and covers its presence and type. Other keywords belong to the rule only
 * where no assumption covers them; an assumption on the failed subschema itself wins. `x-assumes` lists the keywords
 * that its assumption covers, where they are others than these. `counts` says which rules bind the response.
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

/** The rules of a place, or where there are none or the keyword is assumed, its assumptions. */
function onlyOf({ rules, assumptions }: Marks, assumed: boolean): Marks {
  return assumed || rules.length === 0 ? { rules: [], assumptions } : { rules, assumptions: [] };
}

/** The document says ISO 8601, and the format date-time demands a zone. */
function isWithoutZone({ keyword, params, data }: ErrorObject): boolean {
  return keyword === 'format' && params['format'] === 'date-time' && isDateTime(data);
}

/** The document says number; that some of them are integers is assumed. */
function isFraction({ keyword, params, data }: ErrorObject): boolean {
  return keyword === 'type' && params['type'] === 'integer' && typeof data === 'number';
}

/** A missing property that may be null: that it has to be present all the same is assumed. */
function attributeMissing(name: readonly MarkedSchema[], counts: (rule: string) => boolean): Marks | null {
  const { rules, assumptions } = marksOf(name, counts);
  if (rules.length === 0) return null;
  const mayBeNull = name.some(({ type }) => [type].flat().includes('null'));
  return decide({ rules, assumptions }, !mayBeNull);
}

/** Several rules at one place: which of them is broken is not known. */
function decide({ rules, assumptions }: Marks, documented: boolean): Marks {
  if (rules.length === 1 && (documented || assumptions.length === 0)) return { rules, assumptions: [] };
  return { rules: [], assumptions: assumptions.slice(0, 1) };
}

function isMarked({ rules, assumptions }: Marks): boolean {
  return rules.length + assumptions.length > 0;
}

/** An instant is written with its zone. */
const ZONED = 'service.instants';

/** That every name is there, with a value or null. */
const ALWAYS_THERE = 'flight.response-required-fields';

/**
 * Rules that list names and demand no value. A name that is left out where null would do breaks none of them: one offer
 * that has it is enough, and their contracts look for that.
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
