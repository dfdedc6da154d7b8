import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from './confirm.ts';
import { confirm, trackingIdFor } from './confirm.ts';
import { does, pause, TIMEOUT_MS, trip } from './strategy.ts';
import type { Json } from './wire.ts';
import { Lost, once, Refused, safely } from './wire.ts';

/** Books the transfer of the task. Refused where nothing fits. */
export async function book(): Promise<Outcome> {
  if (does('browsing', 'much')) await search('17:45');
  const found = await search(trip.time);
  const offers = found.offers.filter((one) => one['cancellation'].amendable && !one['flightInfoRequired']);
  return settle(await bookFirst(found, select(offers)), () => bookNew());
}

async function bookNew(): Promise<Outcome> {
  const found = await search(trip.time);
  const offers = found.offers.filter((one) => one['cancellation'].amendable && !one['flightInfoRequired']);
  return bookFirst(found, select(offers));
}

/** Moves a transfer to the new time of the task. */
export async function change(original: Json): Promise<Outcome> {
  return settle(await changeOnce(original), () => changeOnce(original));
}

/** Cancels a transfer. True if it is cancelled, null where that stays open. */
export async function cancel({ reservationId }: Json): Promise<boolean | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      await once('POST', '/reservations/cancel', { reservationId });
      return true;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      const state = await stateOf(reservationId as string, error.late);
      if (state !== 'confirmed') return state === 'cancelled' ? true : null;
    }
    if (attempt === 2 || !does('afterLostCancel', 'cancel again')) return false;
  }
}

async function stateOf(reservationId: string, late: boolean): Promise<string | undefined> {
  const doneBy = Date.now() + (late ? TIMEOUT_MS + 1500 : 0);
  let state: string | undefined;
  for (let reads = 1; (reads <= 8 || Date.now() < doneBy) && state !== 'cancelled'; reads++) {
    await pause(reads);
    const found = await once('GET', `/reservations/details?reservationId=${reservationId}`).catch(() => null);
    state = (found?.['reservations'][0]?.state as string | undefined) ?? state;
  }
  return state;
}

/** Continues after an outcome by the strategy. */
async function settle(outcome: Outcome, again: () => Promise<Outcome>): Promise<Outcome> {
  const goesOn =
    (outcome.is === 'failed' && does('afterFailed', 'search again')) ||
    (outcome.is === 'nothing' && does('afterNothing', 'book again'));
  const settled = goesOn ? await again() : outcome;
  return settled.is === 'nothing' && does('afterNothing', 'unknown') ? { is: 'open' } : settled;
}

type Found = Json & { searchId: string; offers: Json[] };

async function search(time: string): Promise<Found> {
  return (await safely('POST', '/search', {
    pickup: { iataCode: trip.from },
    dropoff: { address: trip.to },
    pickupDateTime: `${trip.date}T${time}:00`,
    passengers: trip.passengers,
    currency: trip.currency,
    ...(does('optional', 'sent') && { mode: 'one_way' }),
  })) as Found;
}

function select(offers: Json[]): Json[] {
  const fitting = offers.filter(isAffordable);
  if (fitting.length === 0) throw new Refused('nothing fits');
  const byPrice = fitting.toSorted((a, b) => a['totalAmount'] - b['totalAmount']);
  if (does('offer', 'cheapest')) return byPrice;
  return does('offer', 'dearest') ? byPrice.reverse() : fitting;
}

function isAffordable({ currency, totalAmount }: Json): boolean {
  return currency === trip.currency && totalAmount <= trip.priceLimit;
}

async function bookFirst(found: Found, [offer, next]: Json[]): Promise<Outcome> {
  if (next && does('browsing', 'much')) await price(found, next);
  const outcome = await bookOne(found, offer);
  return outcome.is === 'failed' && next && does('afterFailed', 'next offer') ? bookOne(found, next) : outcome;
}

async function bookOne(found: Found, offer: Json): Promise<Outcome> {
  const priced = await price(found, offer);
  if (!isAffordable(priced)) throw new Refused('too expensive');
  const { searchId } = found;
  return confirm('/book', {
    searchId,
    resultId: offer['resultId'],
    bookingToken: offer['bookingToken'],
    pricingToken: priced['pricingToken'],
    traveller: {
      firstName: trip.firstName,
      lastName: trip.lastName,
      email: 'traveller@example.com',
      phoneNumber: '+447700900123',
    },
    partnerTrackingId: trackingIdFor(searchId),
    ...(does('optional', 'sent') && { specialInstructions: 'Please call on arrival.', extraPassengers: [] }),
  });
}

async function changeOnce({ reservationId }: Json): Promise<Outcome> {
  const found = (await safely('POST', '/reservations/changes/search', {
    reservationId,
    pickupDateTime: `${trip.date}T${trip.newTime}:00`,
  })) as Found;
  const [offer] = select(found.offers) as [Json];
  const priced = await price(found, offer);
  const { searchId } = found;
  return confirm('/reservations/changes', {
    reservationId,
    searchId,
    resultId: offer['resultId'],
    pricingToken: priced['pricingToken'],
    partnerTrackingId: trackingIdFor(searchId),
  });
}

async function price({ searchId }: Found, offer: Json): Promise<Json> {
  refuseStale(offer);
  const { resultId, bookingToken } = offer;
  const amenities = does('optional', 'sent') ? { amenities: [] } : {};
  const priced = await safely('POST', '/pricing', { searchId, resultId, bookingToken, ...amenities });
  refuseStale(priced);
  return priced;
}

/** The offer expires too soon to be used. */
class Expired extends Refused {}

export function refuseStale({ expiresAt }: Json): void {
  if (Date.parse(expiresAt as string) - Date.now() < 5000) throw new Expired('the offer expires');
}

/** Tries once more where the offer expires, unless the strategy stops there. */
export async function unlessExpired<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Expired) || does('afterExpiry', 'stop')) throw error;
    await wait(50);
    return attempt();
  }
}
