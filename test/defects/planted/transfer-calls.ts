import express from 'express';
import type { BookRequest, PricingRequest } from '../../../src/interface/api.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import { failedBooking } from '../../../src/transfers/booking-result.ts';
import { priceTransfer } from '../../../src/transfers/pricing.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterRequests, around, together } from '../plants.ts';

export default [
  {
    name: 'searches-transfers-at-another-address',
    refuses: true,
    rule: 'transfer.endpoints.search',
    breaks: 'Transfers are searched on /transfers/search, and nothing is on /search.',
    // An address at which nothing responds gives none of the responses that it should.
    alsoBreaks: ['service.base-url', 'transfer.502.did-not-complete'],
    plant: served('/search', '/transfers/search'),
  },
  {
    name: 'prices-at-another-address',
    refuses: true,
    rule: 'transfer.endpoints.pricing',
    breaks: 'Offers are priced on /price, and nothing is on /pricing.',
    alsoBreaks: ['service.base-url', 'transfer.502.did-not-complete'],
    plant: served('/pricing', '/price'),
  },
  {
    name: 'does-not-price-offers-of-a-change-search',
    rule: 'transfer.endpoints.pricing',
    breaks: 'Pricing knows the offers of searches only, not those of change searches.',
    plant: around(['priceTransfer'], async (run, call, req, { transfers }) => {
      const search = await transfers.searches.find(call.profile.code, (req.body as PricingRequest).searchId);
      if (search?.kind === 'change') throw new Refusal('search_not_found');
      return run(call, req);
    }),
  },
  {
    name: 'books-at-another-address',
    refuses: true,
    rule: 'transfer.endpoints.book',
    breaks: 'Transfers are booked on /reservations, and nothing is on /book.',
    alsoBreaks: ['service.base-url', 'transfer.502.did-not-complete', 'transfer.booking.http-200-with-status'],
    plant: served('/book', '/reservations'),
  },
  {
    name: 'reads-reservations-at-another-address',
    refuses: true,
    rule: 'transfer.endpoints.details',
    breaks: 'Reservations are read on /reservations, and nothing is on /reservations/details.',
    alsoBreaks: [
      'service.base-url',
      'transfer.502.did-not-complete',
      'transfer.502.proves-nothing',
      'transfer.booking.pending.read-outcome',
      'transfer.booking.call-order',
      'transfer.change.call-order',
    ],
    plant: served('/reservations/details', '/reservations'),
  },
  {
    name: 'searches-changes-at-another-address',
    refuses: true,
    rule: 'transfer.endpoints.changes-search',
    breaks: 'Changes are searched on /reservations/change-search, and nothing is on /reservations/changes/search.',
    alsoBreaks: ['service.base-url', 'transfer.502.did-not-complete'],
    plant: served('/reservations/changes/search', '/reservations/change-search'),
  },
  {
    name: 'confirms-changes-with-put',
    refuses: true,
    rule: 'transfer.endpoints.changes',
    breaks: 'Changes are confirmed with PUT, and POST is refused.',
    alsoBreaks: ['service.base-url', 'transfer.502.did-not-complete', 'transfer.booking.http-200-with-status'],
    plant: served('/reservations/changes', '/reservations/changes', 'PUT'),
  },
  {
    name: 'prices-without-a-search',
    rule: 'transfer.booking.call-order',
    breaks: 'Pricing that names no search prices the first offer of the latest search.',
    plant: pricesLatest(),
  },
  {
    name: 'reads-a-booking-before-it-is-made',
    rule: 'transfer.booking.call-order',
    breaks: 'A read by the searchId of a search that was not booked returns a pending booking.',
    plant: readsUnbooked(),
  },
  {
    name: 'books-a-search-result-as-it-is',
    rule: 'transfer.pricing.mandatory',
    breaks: 'A booking without a pricingToken is accepted.',
    plant: pricesItself((pricingToken) => pricingToken === undefined),
  },
  {
    name: 'takes-a-booking-token-for-a-pricing-token',
    rule: 'transfer.pricing.mandatory',
    breaks: 'A booking with its bookingToken in the place of the pricingToken is accepted.',
    plant: pricesItself((pricingToken, bookingToken) => pricingToken === bookingToken),
  },
  {
    name: 'prices-nothing-without-amenities',
    refuses: true,
    rule: 'transfer.pricing.without-amenities',
    breaks: 'Pricing in which no amenity is chosen is refused.',
    plant: around(['priceTransfer'], (run, call, req) => {
      if (!(req.body as PricingRequest).amenities?.length) throw new Refusal('amenity_unknown');
      return run(call, req);
    }),
  },
  {
    name: 'books-nothing-without-amenities',
    refuses: true,
    rule: 'transfer.pricing.without-amenities',
    breaks: 'What was priced without amenities cannot be booked.',
    plant: around(['bookTransfer'], async (run, call, req, { transfers }) => {
      const { pricingToken } = req.body as { pricingToken?: string };
      const pricing = pricingToken !== undefined && (await transfers.pricings.find(call.profile.code, pricingToken));
      // The scenario decides the outcome of a booking that selects one.
      if (!pricing || pricing.amenities.length > 0 || req.query['scenario'] !== undefined) return run(call, req);
      return { body: failedBooking(req.body as BookRequest, new Refusal('pricing_token_invalid')) };
    }),
  },
  {
    name: 'shows-no-reservation-of-a-completed-booking',
    rule: 'transfer.booking.call-order',
    alsoBreaks: ['transfer.change.call-order'],
    breaks: 'A read of a booking that is completed lists no reservation.',
    plant: alterBodies(['getReservation'], (body) => {
      if (body.status === 'completed') body.reservations = [];
    }),
  },
] satisfies Defect[] as Defect[];

/** Moves an operation to another address or method. */
function served(documented: string, instead: string, method?: string): Plant {
  return {
    app(app) {
      const outer = express();
      outer.disable('x-powered-by');
      outer.use((req, _res, next) => {
        const { path } = req;
        if (path === documented && req.method !== method) req.url = req.url.replace(path, '/nothing-here');
        else if (path === instead)
          [req.url, req.method] = [req.url.replace(path, documented), method === undefined ? req.method : 'POST'];
        next();
      });
      outer.use(app);
      return outer;
    },
  };
}

function pricesLatest(): Plant {
  const latest = new Map<unknown, PricingRequest>();
  return together(
    alterBodies(['searchTransfers'], ({ searchId, offers: [offer] }, req) => {
      latest.set(req.headers['x-service-id'], { searchId, resultId: offer.resultId, bookingToken: offer.bookingToken });
    }),
    alterRequests(['priceTransfer'], (req) => {
      if (req.body && Object.keys(req.body as object).length === 0) req.body = latest.get(req.headers['x-service-id']);
    }),
  );
}

function readsUnbooked(): Plant {
  const booked = new Set<unknown>();
  return together(
    alterRequests(['bookTransfer'], (req) => {
      booked.add(req.body?.searchId);
    }),
    around(['getReservation'], async (run, call, req, { transfers }) => {
      const { searchId } = req.query as { searchId?: string };
      const search =
        searchId !== undefined && !booked.has(searchId) && (await transfers.searches.find(call.profile.code, searchId));
      if (!search || search.kind !== 'transfers') return run(call, req);
      return { body: { status: 'pending', completed: false, searchId, partnerTrackingId: null, reservations: [] } };
    }),
  );
}

/** Prices in the booking what comes with a pricingToken that will not do. */
function pricesItself(wants: (pricingToken: string | undefined, bookingToken: string) => boolean): Plant {
  return around(['bookTransfer'], async (run, call, req, { transfers }) => {
    const { searchId, resultId, bookingToken, pricingToken } = req.body as PricingRequest & { pricingToken?: string };
    if (wants(pricingToken, bookingToken))
      req.body.pricingToken = (await priceTransfer(transfers, call, { searchId, resultId, bookingToken })).pricingToken;
    return run(call, req);
  });
}
