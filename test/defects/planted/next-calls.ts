import type { OperationId } from '../../../src/interface/api.ts';
import type { Defect } from '../defect.ts';
import { HIDDEN_BY_TRANSFERS } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  // ── Searches that find nothing now and then ────────────────────────────────────────────────────────
  {
    name: 'finds-no-flights-every-seventh-time',
    every: 7,
    rule: 'flight-search.endpoint',
    breaks: 'Every seventh flight search returns an empty list of offers.',
    hides: [''],
    plant: findsNothing('searchFlights', 7),
  },
  {
    name: 'finds-no-transfers-every-seventh-time',
    every: 7,
    rule: 'transfer.endpoints.search',
    breaks: 'Every seventh transfer search returns an empty list of offers.',
    hides: HIDDEN_BY_TRANSFERS,
    plant: findsNothing('searchTransfers', 7),
  },
  {
    name: 'finds-no-changes-every-third-time',
    every: 3,
    rule: 'transfer.endpoints.changes-search',
    breaks: 'Every third change search returns an empty list of offers.',
    hides: HIDDEN_BY_TRANSFERS,
    plant: findsNothing('searchReservationChanges', 3),
  },

  {
    name: 'asks-one-source-every-second-time',
    every: 2,
    rule: 'flight-search.sources.active',
    breaks: 'Every second flight search leaves out the offers of gdsprovider 1.',
    hides: [''],
    plant: leavesOut(({ gdsprovider }, { count }) => gdsprovider === 1 && count % 2 === 0),
  },
  {
    name: 'asks-one-source-only-for-infants',
    rule: 'flight-search.sources.active',
    breaks: 'A search with an infant leaves out the offers of gdsprovider 1.',
    hides: [''],
    plant: leavesOut(
      ({ gdsprovider, passengers }) =>
        gdsprovider === 1 && passengers.some(({ type }: Wire) => type.startsWith('infant')),
    ),
  },

  // ── Successes without the input of the next call ───────────────────────────────────────────────────
  {
    name: 'completes-a-booking-with-null-for-its-reservation',
    rule: 'transfer.booking.completed',
    breaks: 'The reservations of a completed booking are [null].',
    hides: HIDDEN_BY_TRANSFERS,
    plant: completesWith('bookTransfer', () => null),
  },
  {
    name: 'completes-a-change-with-a-text-for-its-reservation',
    rule: 'transfer.booking.completed',
    breaks: 'The reservations of a completed change are a list of texts.',
    hides: HIDDEN_BY_TRANSFERS,
    plant: completesWith('confirmReservationChange', ({ reservationId }) => reservationId),
  },
  {
    name: 'completes-a-change-without-a-reservation-id',
    rule: 'transfer.identifiers.reservation-id',
    breaks: 'The reservation of a completed change has no reservationId.',
    hides: HIDDEN_BY_TRANSFERS,
    plant: completesWith('confirmReservationChange', ({ reservationId: _, ...others }) => others),
  },
  {
    name: 'prices-a-change-with-an-empty-token',
    rule: 'transfer.identifiers.pricing-token',
    breaks: 'The pricing of an offer for a change returns an empty pricingToken.',
    hides: HIDDEN_BY_TRANSFERS,
    plant: emptiesTokensOfChanges(),
  },
] satisfies Defect[] as Defect[];

function findsNothing(operationId: OperationId, every: number): Plant {
  let count = 0;
  return alterBodies([operationId], (body) => {
    if (++count % every === 0) body.offers = [];
  });
}

function leavesOut(isOut: (offer: Wire, search: { count: number }) => boolean): Plant {
  let count = 0;
  return alterBodies(['searchFlights'], (body) => {
    count++;
    body.offers = body.offers.filter((offer: Wire) => !isOut(offer, { count }));
  });
}

function completesWith(operationId: OperationId, change: (reservation: Wire) => Wire): Plant {
  return alterBodies([operationId], (body) => {
    if (body.status === 'completed') body.reservations = body.reservations.map(change);
  });
}

function emptiesTokensOfChanges(): Plant {
  const searches = new Set<string>();
  return alterBodies(['searchReservationChanges', 'priceTransfer'], (body, { body: sent }) => {
    if (body.offers) searches.add(body.searchId);
    else if (searches.has(sent.searchId)) body.pricingToken = '';
  });
}
