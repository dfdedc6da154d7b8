import type { RawResponse } from '../server/wire.ts';
import type { Body } from '../support/body.ts';
import type { StateClient } from './state-client.ts';

export interface Seen {
  /** Calls that the sandbox returned as if it had failed. */
  failures: string[];
  /** The curl lines of all exchanges. */
  commands: string[];
}

const together = <T, R>(all: readonly T[], work: (one: T) => R | Promise<R>): Promise<R[]> =>
  Promise.all(all.map(work));
/** The first ones, and some of the rest. */
const everyOther = <One>(all: readonly One[]): One[] => all.filter((_, i) => i < 3 || i % 9 === 0);
/** As many exchanges as a forged file brings; those of the reads themselves follow. */
const FORGED = 8;

/** Reads all that a profile has, and goes on with what can be gone on with; moves its clock meanwhile. */
export async function readEverything(client: StateClient): Promise<Seen> {
  const own = `/_sandbox/profiles/${client.keys.profileCode}`;
  const failures: string[] = [];
  const commands: string[] = [];
  const call = async (method: string, path: string, body?: object): Promise<RawResponse> => {
    const response = await client.call(method, path, body);
    if (response.status >= 500) failures.push(`${method} ${path} ${JSON.stringify(body) ?? ''}: ${response.text}`);
    return response;
  };
  const list = async (kind: string): Promise<Body[]> =>
    (await call('GET', `${own}/resources?kind=${kind}&limit=200`)).body.resources ?? [];
  const readResources = async () => {
    const listed = await together(['searches', 'offers', 'orders', 'reservations'], async (kind) =>
      everyOther(await list(kind)),
    );
    await together(listed.flat(), async ({ resourceId }) => {
      await call('GET', `${own}/resources/${encodeURIComponent(resourceId)}`);
      await call('GET', `${own}/resources/${encodeURIComponent(resourceId)}/provider-calls`);
    });
  };
  const readBookings = async () => {
    await together(await list('reservations'), async ({ resourceId, searchId, partnerTrackingId, reservation }) => {
      await call('GET', `/reservations/details?reservationId=${resourceId}`);
      await call('GET', `/reservations/details?searchId=${searchId}`);
      if (partnerTrackingId)
        await call('GET', `/reservations/details?partnerTrackingId=${encodeURIComponent(partnerTrackingId)}`);
      if (reservation)
        await call(
          'GET',
          `/reservations/details?confirmationNumber=${encodeURIComponent(reservation.confirmationNumber)}`,
        );
      await call('GET', `/reservations/driver-vehicle?reservationId=${resourceId}`);
      await call('GET', `/reservations/tracking?reservationId=${resourceId}`);
    });
  };

  await together(['', '/clock', '/scenario', '/credentials', '/export'], (path) => call('GET', `${own}${path}`));
  await together(
    (await call('GET', `${own}/journal?limit=200&order=oldest`)).body.exchanges?.slice(0, FORGED) ?? [],
    async ({ exchangeId }: { exchangeId: string }) => {
      await call('GET', `${own}/journal/${exchangeId}`);
      commands.push((await call('GET', `${own}/journal/${exchangeId}/curl`)).text);
    },
  );
  await readResources();
  await readBookings();
  await together(everyOther(await list('offers')), ({ of, gdsprovider, offerId, resultId, searchId, bookingToken }) =>
    of === 'flights'
      ? call('GET', `/v1/flights/offers/${gdsprovider}/${offerId}`)
      : priceAndBook({ searchId, resultId, bookingToken }),
  );
  await together(await list('reservations'), async ({ resourceId }) => {
    await call('POST', '/reservations/changes/search', { reservationId: resourceId, passengers: 1 });
    await call('POST', '/reservations/cancel', { reservationId: resourceId });
  });
  for (const by of ['PT1M', 'P60D', 'P366D']) {
    await call('POST', `${own}/clock/advance`, { by });
    await readBookings();
  }
  await readResources();
  await call('PUT', `${own}/clock`, { mode: 'frozen', now: '9990-01-01T00:00:00Z' });
  await readResources();
  await readBookings();
  return { failures, commands };

  async function priceAndBook(offer: {
    searchId: string;
    resultId: string;
    bookingToken: string;
  }): Promise<RawResponse> {
    const priced = await call('POST', '/pricing', offer);
    return priced.status !== 200
      ? priced
      : call('POST', '/book', {
          ...offer,
          pricingToken: priced.body.pricingToken,
          traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
        });
  }
}
