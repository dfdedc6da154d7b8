import { setTimeout as wait } from 'node:timers/promises';
import { DAY, systemClock, toIso } from '../src/base/clock.ts';
import { stopwatch } from '../src/base/stopwatch.ts';
import { flightOrder } from '../src/check/verify/fixtures/flight-order.ts';
import type { Offer, Reservation, TransferOffer } from '../src/interface/api.ts';
import type { ApiClient } from './api-client.ts';
import { apiClient, makeProfile } from './api-client.ts';
import type { MeasuredServer } from './measured-server.ts';
import { startServer } from './measured-server.ts';
import { newSearchBodies } from './requests.ts';

/**
 * Memory under full load: several profiles search, order, price, book and cancel, each time something else, as fast
 * as the sandbox responds. Prints memory and what one of them holds at every interval; memory has to stop growing
 * once they hold as much as they may. `bounds` is that number for each kind, the defaults when not given.
 */
export async function measureFullLoad(seconds: number, bounds = 'default'): Promise<void> {
  const server = await startServer('sandbox', `bounds=${bounds}`);
  const clients = await Promise.all(
    Array.from({ length: PROFILES }, async () => apiClient(server.baseUrl, await makeProfile(server.baseUrl))),
  );
  const elapsed = stopwatch();
  const nextSearch = newSearchBodies();
  const load = Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: WORKERS }, async (_, worker) => {
        for (let turn = worker; elapsed() < seconds * 1000; turn++) await oneTurn(client, nextSearch(), turn);
      }),
    ),
  );
  console.log(`full load for ${seconds} s: ${PROFILES} profiles, ${WORKERS} callers each, bounds ${bounds}`);
  const intervalMs = Math.max(1, Math.round(seconds / INTERVALS)) * 1000;
  while (elapsed() + intervalMs / 2 < seconds * 1000) {
    await wait(intervalMs);
    await report(server, clients, elapsed() / 1000);
  }
  await load;
  await report(server, clients, elapsed() / 1000, true);
  await server.stop();
}

/** Makes six calls or seven. A refusal because the profile is full counts as a response like any other. */
export async function oneTurn(client: ApiClient, search: string, turn: number): Promise<void> {
  const { offers } = await client.post<{ offers?: Offer[] }>('/v1/flights/search', search);
  const offer = offers?.[turn % 12];
  if (offer) await client.post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer));
  const trip = await client.post<{ searchId: string; offers: TransferOffer[] }>('/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: `Calle de Alcalá ${turn % 400}, Madrid` },
    pickupDateTime: `${toIso(systemClock.now() + (20 + (turn % 100)) * DAY).slice(0, 10)}T11:30:00`,
    passengers: 1,
  });
  const { resultId, bookingToken } = trip.offers[0];
  const names = { searchId: trip.searchId, resultId, bookingToken };
  const { pricingToken } = await client.post<{ pricingToken: string }>('/pricing', names);
  const booked = await client.post<{ reservations: Reservation[] }>('/book', {
    ...names,
    pricingToken,
    traveller: TRAVELLER,
    flight: { airlineIataCode: 'IB', flightNumber: '3166' },
  });
  const [reservation] = booked.reservations;
  if (reservation && turn % 4 === 0)
    await client.post('/reservations/cancel', { reservationId: reservation.reservationId });
}

async function report(
  server: MeasuredServer,
  clients: readonly ApiClient[],
  seconds: number,
  collect = false,
): Promise<void> {
  const { rssBytes, heapBytes, externalBytes, cpuMicros } = await server.usage(collect);
  const calls = clients.reduce((sum, client) => sum + client.calls(), 0);
  const { kept } = await clients[0].get<{ kept?: object }>(`/_sandbox/profiles/${clients[0].profileCode}`);
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0).padStart(5);
  console.log(
    `${seconds.toFixed(0).padStart(4)} s ${String(calls).padStart(7)} calls ` +
      `(${(calls / seconds).toFixed(0)}/s, CPU ${(cpuMicros / calls).toFixed(0)} µs)  MB: rss${mb(rssBytes)} ` +
      `heap${mb(heapBytes)} external${mb(externalBytes)}${collect ? ' after a collection' : ''}  ` +
      `${JSON.stringify(kept ?? {})}`,
  );
}

const TRAVELLER = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' };
const PROFILES = 4;
const WORKERS = 4;
const INTERVALS = 20;

if (import.meta.main) await measureFullLoad(Number(process.argv[2] ?? 30), process.argv[3]);
