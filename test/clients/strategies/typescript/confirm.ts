import { randomUUID } from 'node:crypto';
import { does, pause, TIMEOUT_MS, trip } from './strategy.ts';
import type { Json } from './wire.ts';
import { Lost, once, Refused, safely } from './wire.ts';

/** Outcome of a booking or a change. `nothing`: eight reads do not find it. `open`: it has no outcome yet. */
export type Outcome = { is: 'completed'; reservation: Json } | { is: 'failed' | 'nothing' | 'open' };

/** Returns the client's own identifier for a booking; undefined where it sends none. */
export function trackingIdFor(searchId: string): string | undefined {
  if (does('trackingId', 'none')) return undefined;
  if (does('trackingId', 'per search')) return `s-${searchId}`;
  return does('trackingId', 'per trip') ? TRIP_ID : randomUUID();
}

const TRIP_ID = `trip-${trip.traveller}-${randomUUID()}`;

/** Sends a booking or a change once, and reads it until it has an outcome. */
export async function confirm(path: string, body: Json): Promise<Outcome> {
  let known: Json = {};
  let late = false;
  try {
    const result = await once('POST', path, body);
    const outcome = outcomeOf(result);
    if (outcome?.is === 'completed') await readCompleted(outcome.reservation);
    if (outcome) return outcome;
    known = result['reservations']?.[0] ?? {};
  } catch (error) {
    if (error instanceof Refused) return { is: 'failed' };
    if (!(error instanceof Lost)) throw error;
    late = error.late;
  }
  return read(body, known, late);
}

/** The fourth call of a booking. */
async function readCompleted(reservation: Json): Promise<void> {
  const name = does('readBy', 'confirmationNumber') ? 'confirmationNumber' : 'reservationId';
  const query = new URLSearchParams({ [name]: reservation[name] as string });
  await safely('GET', `/reservations/details?${query.toString()}`);
}

async function read(body: Json, known: Json, late: boolean): Promise<Outcome> {
  const doneBy = Date.now() + (late ? TIMEOUT_MS + 1500 : 0);
  const query = queryFor(body, known);
  let missing = 0;
  for (let reads = 1; reads <= MOST_READS || Date.now() < doneBy; reads++) {
    await pause(reads);
    try {
      const outcome = outcomeOf(await once('GET', `/reservations/details?${query}`));
      if (outcome) return outcome;
    } catch (error) {
      // A booking that is not found can still appear.
      if (error instanceof Refused && ++missing >= 8 && Date.now() >= doneBy) return { is: 'nothing' };
    }
  }
  return { is: 'open' };
}

function queryFor({ searchId, partnerTrackingId }: Json, known: Json): string {
  const own: Json = { ...known, partnerTrackingId };
  const name = ['partnerTrackingId', 'reservationId', 'confirmationNumber'].find(
    (one) => does('readBy', one) && Boolean(own[one]),
  );
  const query = name === undefined ? { searchId: searchId as string } : { [name]: own[name] as string };
  return new URLSearchParams(query).toString();
}

function outcomeOf({ status, completed, reservations }: Json): Outcome | null {
  if (status === 'failed') return { is: 'failed' };
  if (status !== 'completed' || completed !== true) return null;
  return { is: 'completed', reservation: reservations[0] as Json };
}

const MOST_READS = 12;
