import type { GdsEffect } from '../../scenarios/effects.ts';
import type { Fare } from './fare-catalog.ts';
import type { Gds1Offer } from './native.ts';
import { PASSPORT } from './terms.ts';

/**
 * The fare as a scenario wants it sold: another object, because the one on the shelf is sold to others as it is.
 * It needs every order's flights anyway, and nothing of it can be held.
 */
export function underEffect(fare: Fare, effect: GdsEffect): Fare {
  return { ...fare, documents: documentsUnder(effect, fare.documents) };
}

/** What the effect does not speak of stays the very object, by which adapters know the same terms again. */
function documentsUnder({ documents, dni }: GdsEffect, usual: Gds1Offer['doc']): Gds1Offer['doc'] {
  if (!documents && !dni) return usual;
  const typ = documents && usual.typ.length === 0 ? PASSPORT : usual.typ;
  return { req: documents ? 'Y' : usual.req, typ: dni && !typ.includes('NI') ? [...typ, 'NI'] : typ };
}
