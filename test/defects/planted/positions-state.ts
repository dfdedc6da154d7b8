import type { Request } from 'express';
import type { OperationId } from '../../../src/interface/api.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterOrders } from '../order-plants.ts';
import { alterBodies, alterIncoming, alterOffers, alterRequests, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

const INVALID = 'errors.flight.400-invalid-payload';

export default [
  // ── Missing credentials by operation and body size ─────────────────────────────────────────────────
  ...(
    [
      ['searches', '/v1/flights/search'],
      ['orders', '/v1/flights/order/'],
    ] as const
  ).map(([name, path]): Defect => ({
    name: `takes-long-${name}-without-authorization`,
    rule: 'auth.required',
    alsoBreaks: ['auth.missing-credentials.401', 'service.developer-profile'],
    breaks: `The credentials of ${name} with a body over 16 kB are not looked at.`,
    plant: knowsCallers((req) => req.path.startsWith(path) && lengthOf(req) > 16_000),
  })),
  {
    name: 'returns-400-to-long-searches-without-credentials',
    rule: 'auth.missing-credentials.401',
    breaks: 'A search with a body over 16 kB returns 400 if its credentials are missing.',
    plant: alterIncoming((req, res) => {
      if (req.path === '/v1/flights/search' && lengthOf(req) > 16_000 && !req.headers.authorization)
        res.status(400).json({ liveMode: false });
    }),
  },
  ...(['/search', '/pricing', '/book', '/reservations/details'] as const).map((path): Defect => ({
    name: `takes-calls-without-credentials-at${path.replaceAll('/', '-')}`,
    rule: 'service.developer-profile',
    breaks: `POST or GET ${path} needs no credential headers.`,
    plant: knowsCallers((req) => req.path === path),
  })),
  {
    name: 'takes-long-bookings-without-credentials',
    rule: 'service.developer-profile',
    breaks: 'A booking with a body over 16 kB needs no credential headers.',
    plant: knowsCallers((req) => req.path === '/book' && lengthOf(req) > 16_000),
  },

  // ── Bodies that no parser or validator expects ─────────────────────────────────────────────────────
  ...(
    [
      ['deep-searches', 'searchFlights', (body) => depthOf(body?.slices) > 100, 'A search with deep JSON'],
      ['deep-orders', 'createFlightOrder', (body) => depthOf(body?.passengers) > 100, 'An order with deep JSON'],
      ['searches-for-null', 'searchFlights', (body) => body?.passengers?.includes?.(null), 'A search for null'],
      ['orders-for-null', 'createFlightOrder', (body) => body?.passengers?.includes?.(null), 'An order for null'],
      ['lists-for-searches', 'searchFlights', (body) => Array.isArray(body), 'A list in place of a search'],
      ['lists-for-orders', 'createFlightOrder', (body) => Array.isArray(body), 'A list in place of an order'],
      ['null-for-orders', 'createFlightOrder', (body) => body === null, 'null in place of an order'],
    ] as [string, OperationId, (body: Wire) => boolean, string][]
  ).map(([name, operationId, fails, words]): Defect => ({
    name: `fails-over-${name}`,
    rule: INVALID,
    breaks: `${words} returns 500.`,
    plant: alterRequests([operationId], ({ body }) => {
      if (fails(body)) throw new Error('it cannot be read');
    }),
  })),

  // ── Who travels ──────────────────────────────────────────────────────────────────────────────────
  {
    name: 'takes-adult-in-capitals',
    rule: 'flight-order.passengers.types-match',
    breaks: 'The type of a passenger is compared without case.',
    plant: alterRequests(['createFlightOrder'], ({ body }) => {
      for (const one of body.passengers) if (typeof one.type === 'string') one.type = one.type.toLowerCase();
    }),
  },
  {
    name: 'does-not-miss-second-children',
    rule: 'flight-order.passengers.none-missing',
    breaks: 'An order is accepted that leaves the second child of its offer out.',
    plant: addsMissing('child', 1),
  },
  {
    name: 'leaves-second-children-out',
    rule: 'offer.passengers.id-and-type',
    breaks: 'The offers of a search for two children have one of them.',
    plant: leavesOut('child'),
  },
  {
    name: 'leaves-second-infants-out',
    rule: 'offer.passengers.id-and-type',
    breaks: 'The offers of a search for two infants have one of them.',
    plant: leavesOut('infant_without_seat'),
  },
  {
    name: 'prices-yen-like-euros',
    rule: 'flight-search.currency.of-offers',
    breaks: 'The offers of a search in JPY have amounts in EUR.',
    plant: alterOffers((offer) => {
      if (offer.currency === 'JPY') offer.totalAmount /= 160;
    }),
  },
  {
    name: 'calls-yen-euros',
    rule: 'flight-search.currency.of-offers',
    breaks: 'The offers of a search in JPY are in EUR.',
    plant: alterOffers((offer) => {
      if (offer.currency === 'JPY') offer.currency = 'EUR';
    }),
  },

  // ── Originals, later ─────────────────────────────────────────────────────────────────────────────
  ...(['searchReservationChanges', 'priceTransfer'] as const).map((operationId): Defect => ({
    name: `cancels-originals-long-after-${operationId === 'priceTransfer' ? 'the-pricing' : 'the-search'}-of-a-change`,
    rule: 'transfer.change.original-stays-active',
    breaks: 'A reservation reads cancelled thirty calls after a change of it was searched or priced.',
    plant: cancelsLater(operationId),
  })),
] satisfies Defect[];

function knowsCallers(concerns: (req: Request) => boolean): Plant {
  let known: { authorization?: string; 'x-service-id'?: string } = {};
  return alterIncoming((req) => {
    const { authorization } = req.headers;
    const service = req.headers['x-service-id'] as string | undefined;
    if (authorization && service && known.authorization === undefined)
      known = { authorization, 'x-service-id': service };
    if (concerns(req) && (!authorization || !service)) Object.assign(req.headers, known);
  });
}

function lengthOf({ headers }: Request): number {
  return Number(headers['content-length'] ?? 0);
}

function depthOf(value: Wire): number {
  let depth = 0;
  for (let inner = value; inner !== null && typeof inner === 'object'; depth++) inner = Object.values(inner)[0];
  return depth;
}

function addsMissing(type: string, index: number): Plant {
  return alterOrders((order, { offer }) => {
    const wanted = offer.passengers.filter((one) => one.type === type)[index];
    const like = order.passengers.find((one) => one.type === type);
    if (wanted && like && !order.passengers.some(({ id }) => id === wanted.id)) {
      const { identity_documents: documents, ...lent } = like;
      const own = documents?.map((one) => ({ ...one, unique_identifier: 'XDB999999' }));
      order.passengers = [...order.passengers, { ...lent, ...wanted, ...(own && { identity_documents: own }) }];
    }
  });
}

function leavesOut(type: string): Plant {
  return alterOffers((offer) => {
    const [, second] = offer.passengers.filter((one: Wire) => one.type === type);
    offer.passengers = offer.passengers.filter((one: Wire) => one !== second);
  });
}

function cancelsLater(operationId: OperationId): Plant {
  const searched = new Map<unknown, unknown>();
  const started = new Map<unknown, number>();
  let calls = 0;
  return together(
    alterIncoming(() => void calls++),
    alterBodies(['searchReservationChanges', 'priceTransfer', 'confirmReservationChange'], (body, req) => {
      const { searchId, reservationId } = req.body;
      if (body.offers) searched.set(body.searchId, reservationId);
      if (body.status) return void started.delete(reservationId);
      const original = reservationId ?? searched.get(searchId);
      if (original !== undefined && Boolean(body.offers) === (operationId === 'searchReservationChanges'))
        started.set(original, calls);
    }),
    alterBodies(['getReservation'], ({ reservations }) => {
      for (const one of reservations)
        if ((started.get(one.reservationId) ?? Infinity) < calls - 30) one.state = 'cancelled';
    }),
  );
}
