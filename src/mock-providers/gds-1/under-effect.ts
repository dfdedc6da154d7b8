import type { GdsEffect } from '../../scenarios/effects.ts';
import type { Fare } from './fare-catalog.ts';
import type { Gds1Offer } from './native.ts';
import { PASSPORT } from './terms.ts';

/**
 * A copy of the fare as a scenario changes it: the one in the catalog serves other searches. Effects on holds and
 * segments do not apply: gds-1 holds nothing and always requires the segments.
 */
export function underEffect(fare: Fare, effect: GdsEffect): Fare {
  return { ...fare, documents: documentsUnder(effect, fare.documents) };
}

/** Terms that the effect does not change stay the same object: adapters compare by it. */
function documentsUnder({ documents, dni, kinds }: GdsEffect, usual: Gds1Offer['doc']): Gds1Offer['doc'] {
  if (!documents && !dni && !kinds) return usual;
  const accepted = documents === 'required' && usual.typ.length === 0 ? PASSPORT : usual.typ;
  const typ = kinds ? SEVERAL : accepted;
  return { req: documents ? FLAGS[documents] : usual.req, typ: dni && !typ.includes('NI') ? [...typ, 'NI'] : typ };
}

const SEVERAL = ['PP', 'NI'] as const;
const FLAGS = { required: 'Y', 'not-required': 'N' } as const;
