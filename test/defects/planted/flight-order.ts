import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Request } from 'express';
import { trackedOffer } from '../../../src/flights/offers.ts';
import type { FlightOrderRequest, Offer } from '../../../src/interface/api.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { RequestContext } from '../../../src/request-context.ts';
import { readOfferPath } from '../../../src/server/operations/flights.ts';
import type { Defect } from '../defect.ts';
import { HIDDEN_BY_ORDERS } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { nowAndThen, through } from '../now-and-then.ts';
import { refuseOrders } from '../order-plants.ts';
import { alterBodies, alterRequests, alterResponses, around, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  // ── The path ─────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'orders-at-another-address',
    refuses: true,
    rule: 'flight-order.endpoint',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'Flights are ordered on /v1/flights/orders, and the documented address returns 404.',
    alsoBreaks: ['errors.flight.documented-statuses-only'],
    plant: around(['createFlightOrder'], () => Promise.reject(new Refusal('not_found'))),
  },
  {
    name: 'takes-any-gdsprovider-for-0',
    rule: 'flight-order.path.gdsprovider',
    breaks: 'A gdsprovider that is not a provider is replaced by the default one.',
    plant: alterRequests(['createFlightOrder'], (req) => {
      const { gdsprovider, offerId } = req.params as Record<string, string>;
      if (!['0', '1'].includes(gdsprovider)) turnTo(req, '0', offerId);
    }),
  },
  {
    name: 'takes-gdsprovider-0-for-none',
    refuses: true,
    rule: 'flight-order.path.gdsprovider-0-default',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'A gdsprovider of 0 is taken for a missing one.',
    plant: around(['createFlightOrder'], async (run, call, req) => {
      if (!Number(req.params['gdsprovider']))
        throw new Refusal('invalid_request', [{ path: 'path/gdsprovider', message: 'gdsprovider is required' }]);
      return run(call, req);
    }),
  },
  {
    name: 'asks-for-a-holder-field',
    refuses: true,
    rule: 'flight-order.path.gdsprovider-1-holder',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'An order of gdsprovider 1 is refused for the want of a holder.',
    plant: refuseOrders('invalid_request', (_, { offer }) => offer.gdsprovider === 1),
  },
  {
    name: 'orders-offers-of-no-search',
    rule: 'flight-order.path.offer-id',
    breaks: 'An offerId of another shape than its own is handed to the provider as it is, and ordered.',
    plant: around(['createFlightOrder'], async (run, call, req) => {
      const offerId = String(req.params['offerId']);
      return offerId.startsWith('off_')
        ? run(call, req)
        : { body: { orderId: `ord_${offerId}`, status: 'booked', holdExpiresAt: null, holdPriceGuaranteed: null } };
    }),
  },

  // ── The tracked offer ────────────────────────────────────────────────────────────────────────────
  {
    name: 'looks-offers-up-by-their-beginning',
    rule: 'flight-order.tracked-offer.same-offer',
    breaks: 'An offerId is compared with the tracked one as far as that goes, and whatever follows is ignored.',
    plant: alterRequests(['createFlightOrder'], (req) => {
      const { gdsprovider, offerId } = req.params as Record<string, string>;
      turnTo(req, gdsprovider, offerId.slice(0, LENGTH_OF_OFFER_IDS));
    }),
  },
  {
    name: 'looks-offers-up-in-every-profile',
    rule: 'flight-order.tracked-offer.same-profile',
    breaks: 'An offer can be ordered by every profile.',
    alsoBreaks: ['auth.headers.binding'],
    plant: sharesSearches(),
  },
  {
    name: 'shares-offers-of-gdsprovider-1',
    rule: 'flight-order.tracked-offer.same-profile',
    breaks: 'An offer of gdsprovider 1 can be ordered by every profile.',
    plant: sharesSearches((req) => req.params['gdsprovider'] === '1'),
  },
  {
    name: 'shares-offers-for-holds',
    rule: 'flight-order.tracked-offer.same-profile',
    breaks: 'An offer can be held by every profile.',
    plant: sharesSearches((req) => req.body?.type === 'hold'),
  },
  ...(['0', '1'] as const).map((ignored): Defect => ({
    name: `takes-any-offer-under-${ignored}`,
    rule: 'flight-order.tracked-offer.same-gdsprovider',
    breaks: `Under the number ${ignored} an offer of the other provider is ordered too.`,
    plant: around(['createFlightOrder'], async (run, call, req) => {
      try {
        return await run(call, req);
      } catch (error) {
        if (
          req.params['gdsprovider'] !== ignored ||
          !(error instanceof Refusal && error.code === 'offer_provider_mismatch')
        )
          throw error;
        return run(
          call,
          Object.create(req, {
            path: { value: req.path.replace(/\/[01]\/(?=[^/]*$)/, ignored === '0' ? '/1/' : '/0/') },
          }) as Request,
        );
      }
    }),
  })),

  // ── Price and currency ───────────────────────────────────────────────────────────────────────────
  {
    name: 'orders-at-the-net-price',
    rule: 'flight-order.price.resolved',
    breaks: 'An order costs what the provider asks, without the margin of the profile.',
    alsoBreaks: ['flight-search.offers.final-price'],
    plant: alterBodies(['createFlightOrder'], (body) => {
      body.totalAmount = Math.round(body.totalAmount * 95) / 100;
    }),
  },
  {
    name: 'orders-at-the-price-of-the-caller',
    rule: 'flight-order.price.resolved',
    breaks: 'An order costs what its totalAmount says, where it has one.',
    plant: withStated('totalAmount', (stated, body) => {
      body.totalAmount = stated;
    }),
  },
  {
    name: 'orders-in-the-currency-of-the-caller',
    rule: 'flight-order.price.resolved',
    breaks: 'An order is charged in the currency that it names, with the amount of the offer.',
    plant: mended(
      (order, offer) => ({ ...order, currency: offer.currency }),
      (response, order) => {
        response.currency = order.currency;
      },
    ),
  },
  {
    name: 'needs-original-price',
    refuses: true,
    rule: 'flight-order.price.resolved',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'An order without originalPrice is refused, and its price is what the order costs.',
    alsoBreaks: ['flight-order.original-price.rejected'],
    plant: needsOriginalPrice(),
  },
  {
    name: 'ignores-original-price',
    rule: 'flight-order.original-price.rejected',
    breaks: 'An order with originalPrice is accepted, and the field ignored.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      takeOut(body, 'originalPrice');
    }),
  },
  {
    name: 'ignores-an-original-price-of-nothing',
    rule: 'flight-order.original-price.rejected',
    breaks: 'An order is accepted in which originalPrice is null, 0, false or empty.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      if (!body.originalPrice) takeOut(body, 'originalPrice');
    }),
  },
  {
    name: 'takes-user-ids-that-are-empty',
    rule: 'flight-order.internal-user-ids',
    breaks: 'An order is accepted in which a passenger has an empty userId.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      for (const passenger of (body as Partial<FlightOrderRequest>).passengers ?? [])
        if ((passenger as Wire).userId === '') takeOut(passenger, 'userId');
    }),
  },
  {
    name: 'takes-user-ids-of-the-order',
    rule: 'flight-order.internal-user-ids',
    breaks: 'An order with a userId is accepted.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      takeOut(body, 'userId');
    }),
  },
  {
    name: 'takes-user-ids-of-passengers',
    rule: 'flight-order.internal-user-ids',
    breaks: 'An order is accepted in which a passenger has a user_id.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      for (const passenger of (body as Partial<FlightOrderRequest>).passengers ?? []) takeOut(passenger, 'user_id');
    }),
  },
  {
    name: 'takes-any-text-for-a-currency',
    rule: 'flight-order.currency',
    breaks: 'Text that is not a currency code is replaced by the default currency.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      const order = body as Partial<FlightOrderRequest>;
      if (order.currency !== undefined && !/^[A-Z]{3}$/.test(order.currency)) order.currency = 'EUR';
    }),
  },

  // ── Instant and hold ─────────────────────────────────────────────────────────────────────────────
  {
    name: 'takes-any-type-for-instant',
    rule: 'flight-order.kinds',
    breaks: 'An order of an unknown type is made as an instant one.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      if (!['instant', 'hold'].includes((body as { type: string }).type)) takeOut(body, 'type');
    }),
  },
  {
    name: 'does-not-know-type-instant',
    refuses: true,
    rule: 'flight-order.kinds',
    hides: HIDDEN_BY_ORDERS,
    breaks: 'An instant order is accepted without a type only.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      if ((body as { type?: string }).type === 'instant') (body as { type: string }).type = 'INSTANT';
    }),
  },
  {
    name: 'holds-nothing',
    refuses: true,
    rule: 'flight-order.hold.only-when-supported',
    breaks: 'Every hold is refused, even if the offer can be held.',
    alsoBreaks: ['flight-order.kinds'],
    plant: around(['createFlightOrder'], async (run, call, req) => {
      if ((req.body as FlightOrderRequest).type === 'hold') throw new Refusal('hold_not_available');
      return run(call, req);
    }),
  },
  {
    name: 'makes-an-unavailable-hold-instant',
    rule: 'flight-order.hold.only-when-supported',
    breaks: 'A hold of an offer that cannot be held is made as an instant order.',
    alsoBreaks: ['flight-order.response.hold-expires-at', 'flight-order.response.hold-price-guaranteed'],
    plant: mended(({ type, ...order }, { holdOptions }) =>
      type === 'hold' && order.holdId === undefined && !holdOptions.available ? order : { ...order, type },
    ),
  },
  {
    name: 'holds-whatever-comes-with-a-hold-id',
    rule: 'flight-order.hold.only-when-supported',
    breaks: 'An offer that cannot be held is held when the order names any holdId.',
    alsoBreaks: ['flight-order.response.hold-expires-at', 'flight-order.response.hold-price-guaranteed'],
    plant: mended(({ type, holdId, ...order }, { holdOptions }) =>
      type === 'hold' && holdId !== undefined && !holdOptions.available ? order : { ...order, type, holdId },
    ),
  },
  {
    name: 'ignores-a-hold-id',
    rule: 'flight-order.hold-id.only-when-supported',
    breaks: 'A holdId in an instant order is ignored.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      if ((body as Partial<FlightOrderRequest>).type !== 'hold') takeOut(body, 'holdId');
    }),
  },

  // ── Who travels ──────────────────────────────────────────────────────────────────────────────────
  {
    name: 'trims-passenger-ids',
    rule: 'flight-order.passengers.ids-match',
    breaks: 'A passenger id is compared without the spaces around it.',
    plant: mendedPassengers((passengers) => passengers.map((passenger) => ({ ...passenger, id: passenger.id.trim() }))),
  },
  {
    name: 'compares-passenger-ids-without-case',
    rule: 'flight-order.passengers.ids-match',
    breaks: 'A passenger id is compared without regard to its case.',
    plant: mendedPassengers((passengers, offer) =>
      passengers.map((passenger) => ({
        ...passenger,
        id: offer.passengers.find(({ id }) => id.toLowerCase() === passenger.id.toLowerCase())?.id ?? passenger.id,
      })),
    ),
  },
  {
    name: 'fills-empty-passenger-ids',
    rule: 'flight-order.passengers.no-empty-ids',
    breaks: 'A passenger without an id gets one that is left over.',
    plant: mendedPassengers((passengers, offer) => {
      const left = missingIn(passengers, offer);
      return passengers.map((passenger) =>
        passenger.id === '' ? { ...passenger, id: left.shift()?.id ?? '' } : passenger,
      );
    }),
  },
  {
    name: 'drops-duplicate-passengers',
    rule: 'flight-order.passengers.no-duplicate-ids',
    breaks: 'A passenger who is named twice is ordered once.',
    plant: mendedPassengers((passengers) => [
      ...new Map(passengers.map((passenger) => [passenger.id, passenger])).values(),
    ]),
  },
  {
    name: 'counts-passengers-in-place-of-comparing-them',
    rule: 'flight-order.passengers.no-duplicate-ids',
    breaks:
      'An order is accepted that has as many passengers as the offer, each with an id of the offer, though two ' +
      'have the same.',
    plant: mendedPassengers((passengers, offer) => {
      const known = new Set(offer.passengers.map(({ id }) => id));
      if (passengers.length !== known.size || passengers.some(({ id }) => !known.has(id))) return passengers;
      const left = missingIn(passengers, offer);
      return passengers.map((passenger, index) =>
        passengers.findIndex(({ id }) => id === passenger.id) === index ? passenger : { ...passenger, ...left.shift() },
      );
    }),
  },
  {
    name: 'does-not-miss-passengers',
    rule: 'flight-order.passengers.none-missing',
    breaks: 'An order is accepted that leaves a passenger of its offer out.',
    plant: mendedPassengers((passengers, offer) => {
      const known = new Set(offer.passengers.map(({ id }) => id));
      const flawless =
        new Set(passengers.map(({ id }) => id)).size === passengers.length &&
        passengers.every(({ id }) => known.has(id));
      return flawless
        ? [...passengers, ...missingIn(passengers, offer).map((missing) => ({ ...passengers[0], ...missing }))]
        : passengers;
    }),
  },
  {
    name: 'drops-extra-passengers',
    rule: 'flight-order.passengers.no-extra',
    breaks: 'A passenger whom the offer does not have is dropped from the order.',
    plant: mendedPassengers((passengers, offer) =>
      passengers.filter(({ id }) => offer.passengers.some((offered) => offered.id === id)),
    ),
  },
  {
    name: 'does-not-compare-passenger-types',
    rule: 'flight-order.passengers.types-match',
    breaks: 'A passenger is accepted with another type than the offer has for the id.',
    plant: mendedPassengers((passengers, offer) =>
      passengers.map((passenger) => ({
        ...passenger,
        type: offer.passengers.find(({ id }) => id === passenger.id)?.type ?? passenger.type,
      })),
    ),
  },

  // ── The response ───────────────────────────────────────────────────────────────────────────────────
  {
    name: 'answers-an-order-with-id',
    rule: 'flight-order.response.order-id',
    breaks: 'The orderId of an order is called id.',
    plant: alterBodies(['createFlightOrder'], ({ orderId, ...body }) => ({ id: orderId, ...body })),
  },
  {
    name: 'numbers-its-orders',
    rule: 'flight-order.response.order-id',
    breaks: 'The orderId of an order is a number.',
    plant: alterBodies(['createFlightOrder'], (body) => {
      body.orderId = 4711;
    }),
  },
  {
    name: 'does-not-say-when-a-hold-expires',
    rule: 'flight-order.response.hold-expires-at',
    breaks: 'The holdExpiresAt of a hold is null.',
    plant: alterBodies(['createFlightOrder'], (body) => {
      body.holdExpiresAt = null;
    }),
  },
  {
    name: 'calls-hold-expires-at-hold-expiry',
    rule: 'flight-order.response.hold-expires-at',
    breaks: 'The holdExpiresAt of a hold is called holdExpiry.',
    plant: alterBodies(['createFlightOrder'], ({ holdExpiresAt, ...body }) => ({ ...body, holdExpiry: holdExpiresAt })),
  },
  {
    name: 'corrects-hold-price-guaranteed',
    rule: 'flight-order.response.hold-price-guaranteed',
    breaks: 'The holdPriceGuaranteed of a hold is called holdPriceGuaranteedUntil.',
    plant: alterBodies(['createFlightOrder'], ({ holdPriceGuaranteed, ...body }) => ({
      ...body,
      holdPriceGuaranteedUntil: holdPriceGuaranteed,
    })),
  },
  {
    name: 'answers-an-order-without-live-mode',
    rule: 'flight-order.response.live-mode',
    breaks: 'The response to an order has no liveMode.',
    alsoBreaks: ['service.live-mode.every-response'],
    plant: alterResponses(({ status, body }, { path }) => {
      if (status === 200 && path.startsWith('/v1/flights/order/') && body.orderId) delete body.liveMode;
    }),
  },
] satisfies Defect[];

/** Finds the searches of other profiles too: for every call, or for some orders. */
function sharesSearches(concerns?: (req: Request) => boolean): Plant {
  const sharing = new AsyncLocalStorage<boolean>();
  const own: Plant = concerns
    ? around(['createFlightOrder'], (run, call, req) => sharing.run(concerns(req), () => run(call, req)))
    : {};
  return {
    ...own,
    service(service) {
      own.service?.(service);
      const { searches } = service.store;
      const [add, find] = [searches.add.bind(searches), searches.find.bind(searches)];
      const owners = new Map<string, string>();
      searches.add = (record) => add((owners.set(record.searchId, record.profileCode), record));
      searches.find = (profileCode, searchId) =>
        find((sharing.getStore() ?? !concerns) ? (owners.get(searchId) ?? profileCode) : profileCode, searchId);
    },
  };
}

function needsOriginalPrice(): Plant {
  const priced = new WeakSet<object>();
  return together(
    alterRequests(['createFlightOrder'], ({ body }) => {
      if (takeOut(body, 'originalPrice') !== undefined) priced.add(body);
    }),
    refuseOrders('invalid_request', (order) => !priced.has(order)),
  );
}

/**
 * Orders are mended before the service looks at them, as if it had not looked; `alterResponse` changes what it
 * then returns.
 */
function mended(
  mend: (order: FlightOrderRequest, offer: Offer) => object,
  alterResponse: (response: Wire, order: FlightOrderRequest) => void = () => undefined,
): Plant {
  return nowAndThen((gate) =>
    around(['createFlightOrder'], async (run, call, req, { flights }) => {
      const order = req.body as FlightOrderRequest;
      const offer = await offerOf(flights, call, req);
      const made = through(gate, order, () => mend(order, offer));
      const { body } = await run(call, Object.create(req, { body: { value: made, writable: true } }) as Request);
      const response = structuredClone(body);
      if (!isDeepStrictEqual(made, order)) alterResponse(response, order);
      return { body: response };
    }),
  );
}

function mendedPassengers(
  mend: (passengers: FlightOrderRequest['passengers'], offer: Offer) => FlightOrderRequest['passengers'],
): Plant {
  return mended((order, offer) => ({ ...order, passengers: mend(order.passengers, offer) }));
}

async function offerOf(
  flights: Parameters<typeof trackedOffer>[0],
  call: RequestContext,
  req: Request,
): Promise<Offer> {
  const { gdsprovider, offerId } = readOfferPath(req as Request<{ gdsprovider: string; offerId: string }>);
  return (await trackedOffer(flights, call, gdsprovider, offerId)).offer;
}

function missingIn(passengers: FlightOrderRequest['passengers'], offer: Offer): Offer['passengers'] {
  return offer.passengers.filter(({ id }) => !passengers.some((passenger) => passenger.id === id));
}

/** A field that no order has is taken out of it, and its value is put into the response. */
function withStated(field: string, tell: (stated: unknown, body: Wire) => void): Plant {
  const stated = new WeakMap<object, unknown>();
  return together(
    alterRequests(['createFlightOrder'], (req) => {
      const value = takeOut(req.body, field);
      if (value !== undefined) stated.set(req, value);
    }),
    alterBodies(['createFlightOrder'], (body, req) => {
      if (stated.has(req)) tell(stated.get(req), body);
    }),
  );
}

function takeOut(body: unknown, field: string): unknown {
  const fields = (body ?? {}) as Record<string, unknown>;
  const value = fields[field];
  delete fields[field];
  return value;
}

/** The request as if it had come to another address. */
function turnTo(req: Request, gdsprovider: string, offerId: string): void {
  req.url = req.url.replace(/\/[^/]+\/[^/?]+(?=\?|$)/, `/${gdsprovider}/${offerId}`);
  Object.assign(req.params, { gdsprovider, offerId });
}

const LENGTH_OF_OFFER_IDS = 28;
