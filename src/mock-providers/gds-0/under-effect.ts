import type { GdsEffect } from '../../scenarios/effects.ts';
import type { Fare } from './fare-catalog.ts';
import type { Documents, Hold } from './terms.ts';
import { PASSPORT } from './terms.ts';

/** A copy of the fare as a scenario changes it: the one in the catalog serves other searches. */
export function underEffect(fare: Fare, effect: GdsEffect): Fare {
  return {
    ...fare,
    documents: documentsUnder(effect, fare.documents),
    segmentsRequired: fare.segmentsRequired || effect.segments === 'required',
    hold: fare.hold && holdUnder(effect, fare.hold),
  };
}

/** Terms that the effect does not change stay the same object: adapters compare by it. */
function documentsUnder({ documents, dni, kinds }: GdsEffect, usual: Documents): Documents {
  if (!documents && !dni && !kinds) return usual;
  const accepted = documents === 'required' && usual.types.length === 0 ? PASSPORT : usual.types;
  const types = kinds ? SEVERAL : accepted;
  return {
    required: documents ? documents === 'required' : usual.required,
    types: dni && !types.includes('dni') ? [...types, 'dni'] : types,
  };
}

function holdUnder({ hold }: GdsEffect, usual: Hold): Hold | null {
  if (hold === 'unavailable') return null;
  return hold === 'not-guaranteed' ? { ...usual, guaranteeHours: null } : usual;
}

const SEVERAL = ['passport', 'tax_id', 'known_traveler_number'] as const;
