import type { GdsEffect } from '../../scenarios/effects.ts';
import type { Documents } from '../world/terms.ts';
import { documentsUnder } from '../world/terms.ts';
import type { Fare } from './fares.ts';
import type { Hold } from './hold.ts';

/** Returns a copy of the fare with the changes of a scenario: the original in the catalog serves other searches. */
export function underEffect(fare: Fare, effect: GdsEffect): Fare {
  return {
    ...fare,
    documents: documentsUnder(effect, fare.documents, SEVERAL),
    segmentsRequired: fare.segmentsRequired || effect.segments === 'required',
    hold: fare.hold && holdUnder(effect, fare.hold),
  };
}

function holdUnder({ hold }: GdsEffect, usual: Hold): Hold | null {
  if (hold === 'unavailable') return null;
  return hold === 'not-guaranteed' ? { ...usual, guaranteeHours: null } : usual;
}

const SEVERAL: Documents['types'] = ['passport', 'tax_id', 'known_traveler_number'];
