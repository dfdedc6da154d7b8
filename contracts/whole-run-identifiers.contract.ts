import { isRecord, isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { bookedTransfer, pricedTransfer, searchTransfers } from '../src/check/verify/fixtures/transfers.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { isAccepted, isSuccess } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { requestedBookings, reservationsOf } from '../src/check/verify/whole-run/bookings.ts';
import type { Identifier } from '../src/check/verify/whole-run/identifiers.ts';
import { uniqueOverTheRun } from '../src/check/verify/whole-run/identifiers.ts';
import { acceptedOrders } from '../src/check/verify/whole-run/orders.ts';
import type { Recorded, Recording } from '../src/check/verify/whole-run/recording.ts';
import { sentBody } from '../src/check/verify/whole-run/sent-body.ts';

const pricing: Contract['calls'] = ['searchTransfers', 'priceTransfer'];
const booking: Contract['calls'] = [...pricing, 'bookTransfer'];

const area: Area = {
  name: 'identifiers of the whole run',
  contracts: [
    uniqueOverTheRun({
      rule: 'offer.fields.offer-id',
      name: 'offerId',
      thing: 'offer of a provider',
      calls: ['searchFlights'],
      prepare: (trial) => trial.sampleSearches(),
      list: (recording) => recording.of('searchFlights').flatMap(offerIds),
    }),
    uniqueOverTheRun({
      rule: 'flight-order.response.order-id',
      name: 'orderId',
      thing: 'order',
      calls: ['searchFlights', 'createFlightOrder'],
      prepare: acceptedOrders,
      list: (recording) =>
        acceptedIn(recording, 'createFlightOrder').map((call) => ({
          ...valueAt(call, '/orderId'),
          // A service may return an offer's order again.
          of: call.exchange.path,
        })),
    }),
    uniqueOverTheRun({
      rule: 'transfer.identifiers.search-id',
      name: 'searchId',
      thing: 'transfer search and change search',
      calls: ['searchTransfers'],
      prepare: searchTwo,
      list: (recording) =>
        searchesIn(recording).map((call) => ({ ...valueAt(call, '/searchId'), of: searchedBy(call.exchange) })),
    }),
    uniqueOverTheRun({
      rule: 'transfer.identifiers.result-id',
      name: 'resultId',
      thing: 'transfer offer',
      calls: ['searchTransfers'],
      prepare: searchTwo,
      list: resultIds,
    }),
    uniqueOverTheRun({
      rule: 'transfer.token.bound-to-offer',
      missing: 'transfer.identifiers.booking-token',
      name: 'bookingToken',
      thing: 'transfer offer',
      calls: ['searchTransfers'],
      prepare: searchTwo,
      list: (recording) => searchesIn(recording).flatMap((call) => transferOffers(call, 'bookingToken')),
    }),
    uniqueOverTheRun({
      rule: 'transfer.token.bound-to-offer',
      missing: 'transfer.identifiers.pricing-token',
      name: 'pricingToken',
      thing: 'priced transfer offer',
      calls: pricing,
      prepare: async (trial) => [await pricedTransfer(trial), await pricedTransfer(trial)],
      list: (recording) =>
        acceptedIn(recording, 'priceTransfer').map((call) => {
          const { searchId, resultId } = sentBody(call.exchange);
          return { ...valueAt(call, '/pricingToken'), of: JSON.stringify([searchId, resultId]) };
        }),
    }),
    ...(
      [
        ['transfer.identifiers.reservation-id', 'reservationId'],
        ['transfer.identifiers.confirmation-number', 'confirmationNumber'],
      ] as const
    ).map(([rule, name]) =>
      uniqueOverTheRun({
        rule,
        name,
        thing: 'booking',
        calls: booking,
        prepare: async (trial) => [await bookedTransfer(trial), await bookedTransfer(trial)],
        list: (recording) => reservationIds(recording, name),
      }),
    ),
  ],
};

export default area;

/** Returns offer ids. A repeated offer, for example from a cache, has the same flights. */
function offerIds({ exchange, keys }: Recorded): Identifier[] {
  const offers = select(exchange.value, '/offers/*').filter(({ value }) => isText(propertyOf(value, 'offerId')));
  const own = new Set<string>();
  return offers.map(({ value, pointer }) => {
    const id = `${String(propertyOf(value, 'gdsprovider'))}/${String(propertyOf(value, 'offerId'))}`;
    const of = own.has(id) ? pointer : contentOf(value);
    own.add(id);
    return { keys, id, of, exchange, pointer: `${pointer}/offerId` };
  });
}

function contentOf(offer: unknown): string {
  const valuesAt = (pattern: string) => select(offer, pattern).map(({ value }) => value);
  return JSON.stringify([
    propertyOf(offer, 'currency'),
    valuesAt('/passengers/*/type'),
    valuesAt('/slices/*/segments/*/flightNumber'),
    valuesAt('/slices/*/segments/*/departure/departingAt'),
  ]);
}

function searchesIn(recording: Recording): Recorded[] {
  return recording
    .of('searchTransfers', 'searchReservationChanges')
    .filter(({ exchange }) => isSuccess(exchange) && isPlain(exchange));
}

/** True for a valid search. Responses to invalid ones are not judged here. */
function isPlain(exchange: CheckedExchange): boolean {
  return Object.entries(sentBody(exchange)).every(
    ([name, value]) => SEARCHED.includes(name) && (isText(value) || value === 2 || isRecord(value)),
  );
}

/** Returns the searched values. The same search may come from a cache. */
function searchedBy(exchange: CheckedExchange): string {
  return JSON.stringify(Object.entries(sentBody(exchange)).sort(([one], [other]) => one.localeCompare(other)));
}

function transferOffers(call: Recorded, name: 'resultId' | 'bookingToken'): Identifier[] {
  const { exchange, keys } = call;
  const own = new Set<unknown>();
  return select(exchange.value, '/offers/*').map(({ value, pointer }) => {
    const id = propertyOf(value, name);
    const of = own.has(id) ? pointer : searchedBy(exchange);
    own.add(id);
    return { keys, id, of, exchange, pointer: `${pointer}/${name}` };
  });
}

/**
 * Returns result ids. A service may number the offers within each search; an id shared by few searches is not such a
 * number.
 */
function resultIds(recording: Recording): Identifier[] {
  const all = searchesIn(recording).flatMap((call) => transferOffers(call, 'resultId'));
  const usual = [...Map.groupBy(all, ({ id }) => id).values()].filter(
    (same) => new Set(same.map(({ exchange }) => exchange)).size > 1,
  );
  return usual.flat().length > all.length / 2 ? all.map((one) => ({ ...one, of: String(one.id) })) : all;
}

/** Returns reservation ids. A change may keep its original's identifiers. */
function reservationIds(recording: Recording, name: 'reservationId' | 'confirmationNumber'): Identifier[] {
  const origins = new Map<unknown, string>();
  const plain = requestedBookings(recording).filter(({ scenario }) => scenario === null);
  return plain
    .toSorted((one, other) => one.request.sequence - other.request.sequence)
    .flatMap(({ keys, request, searchId, changes }) =>
      reservationsOf(request).map((reservation, index) => {
        const of = origins.get(changes) ?? (name === 'reservationId' ? `${searchId} ${index}` : searchId);
        origins.set(reservation['reservationId'], origins.get(changes) ?? of);
        return { keys, id: reservation[name], of, exchange: request, pointer: `/reservations/${index}/${name}` };
      }),
    );
}

function acceptedIn(recording: Recording, operationId: 'createFlightOrder' | 'priceTransfer'): Recorded[] {
  return recording.of(operationId).filter(({ exchange }) => isAccepted(exchange));
}

function valueAt({ exchange, keys }: Recorded, pointer: string): Omit<Identifier, 'of'> {
  return { keys, id: select(exchange.value, pointer)[0]?.value, exchange, pointer };
}

async function searchTwo(trial: Trial): Promise<void> {
  await searchTransfers(trial);
  await searchTransfers(trial);
}

const SEARCHED = ['pickup', 'dropoff', 'pickupDateTime', 'passengers', 'reservationId'];
