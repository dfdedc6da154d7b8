// A client as the document wants it, for `taxiway exam -- node examples/clients/client.ts`.
// Exit codes: 0 booked, 3 not booked, 4 unknown.
import { readFileSync } from 'node:fs';

const { TAXIWAY_BASE_URL, TAXIWAY_SECRET_KEY, TAXIWAY_PUBLIC_KEY, TAXIWAY_PROFILE_CODE } = process.env;
const { TAXIWAY_TASK, TAXIWAY_TRAVELLER, TAXIWAY_TASK_FILE = '' } = process.env;
/** The trip to book, the same as the variables TAXIWAY_FROM and so on. */
const trip = JSON.parse(readFileSync(TAXIWAY_TASK_FILE, 'utf8'));

const headers = {
  Authorization: `Bearer ${TAXIWAY_SECRET_KEY}`,
  'X-Service-Id': `${TAXIWAY_PUBLIC_KEY}:${TAXIWAY_PROFILE_CODE}`,
  'Content-Type': 'application/json',
};
const traveller = {
  firstName: trip.firstName,
  lastName: trip.lastName,
  email: `traveller${TAXIWAY_TRAVELLER}@example.com`,
  phoneNumber: '+34612345678',
};

/** Everyone on a flight. A task without their facts leaves all but the first name to the client. */
const travellers: any[] =
  trip.travellers ??
  Array.from({ length: trip.passengers }, (_, i) => ({
    ...{ type: 'adult', firstName: trip.firstName, lastName: trip.lastName, bornDate: '1990-12-10', loyalty: null },
    passport: { number: `XDA12345${i}`, issuingCountry: 'ES', expiresOn: '2032-05-01' },
  }));

/** The request got no response that says what happened. */
class Lost extends Error {
  /** No response came in time. */
  late = false;
  /** How long the response asks to wait. */
  pauseMs = 0;
}
/** The service refused the request: nothing was done. */
class Refused extends Error {}

async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await send(method, path, body);
  const text = await response.text().catch(rethrowLost);
  if (response.status >= 500) {
    const pauseMs = retryAfterMs(response.headers.get('retry-after') ?? '0');
    throw Object.assign(new Lost(`${response.status}`), { pauseMs });
  }
  let value: any;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Lost('not JSON');
  }
  // Live means real money: a client that is under test stops there.
  if (value.liveMode === true) throw new Refused('the service is live');
  if (!response.ok) throw new Refused(value.message?.[0] ?? `${response.status}`);
  return value;
}

/** A gateway that refuses a request with 429 has done nothing: it says when to send it again. */
async function send(method: string, path: string, body?: object): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(TAXIWAY_BASE_URL + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(rethrowLost);
    if (response.status !== 429) return response;
    const pauseMs = retryAfterMs(response.headers.get('retry-after') ?? '1');
    if (attempt === 4 || pauseMs > LONGEST_WAIT_MS) throw new Refused('too many requests');
    await pause(pauseMs);
  }
}

/** A number of seconds, or an HTTP date. */
function retryAfterMs(value: string): number {
  const seconds = Number(value);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000);
}

function rethrowLost({ name, message }: Error): never {
  throw Object.assign(new Lost(message), { late: name === 'TimeoutError' });
}

/** Calls that change nothing may be made again. */
async function callAgain(method: string, path: string, body?: object): Promise<any> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(method, path, body);
    } catch (error) {
      if (!(error instanceof Lost) || attempt === 4 || error.pauseMs > LONGEST_WAIT_MS) throw error;
      await pause(Math.max(50 * attempt, error.pauseMs));
    }
  }
}

/** How long it waits for a response. */
const TIMEOUT_MS = 2000;
/** How long it waits before it sends a request again that got a 429 or a 503. */
const LONGEST_WAIT_MS = 5000;
/** Minimum remaining lifetime of an offer for the calls that use it. */
const MARGIN_MS = 5000;
/** How long it waits between reads. */
const PAUSE_MS = Number(process.env['PAUSE_MS'] ?? 1000);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function end(code: 0 | 3 | 4, said: object): never {
  console.log(JSON.stringify(said));
  process.exit(code);
}

/** How long it reads for an outcome. */
const READING_MS = 12_000;

/** Reads a booking until its outcome is known: `completed`, `failed`, or null where it stays open. */
async function readOutcome(key: string, stillAtWorkMs: number): Promise<any> {
  const until = Date.now() + READING_MS;
  const doneBy = Date.now() + stillAtWorkMs;
  let missing = 0;
  for (let attempt = 1; (attempt <= 10 || Date.now() < doneBy) && Date.now() < until; attempt++) {
    await pause(PAUSE_MS);
    try {
      const read = await call('GET', `/reservations/details?${key}`);
      if (read.status === 'completed' || read.status === 'failed') return read;
    } catch (error) {
      // Nothing is found yet: it can still appear.
      if (error instanceof Refused && ++missing >= 8 && Date.now() >= doneBy)
        return { status: 'failed', reservations: [] };
    }
  }
  return null;
}

/** Searches again once where the offer expires before it can be used. */
async function onceMore(attempt: () => Promise<any>): Promise<any> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Expired)) throw error;
    return attempt();
  }
}

/** The offer, or its token, expires too soon to be used. */
class Expired extends Refused {}

function refuseStale({ expiresAt }: { expiresAt: string }): void {
  if (Date.parse(expiresAt) - Date.now() < MARGIN_MS) throw new Expired('the offer has expired');
}

async function bookTransfer(): Promise<any> {
  const search = await callAgain('POST', '/search', {
    pickup: { iataCode: trip.from },
    dropoff: { address: trip.to },
    pickupDateTime: `${trip.date}T${trip.time}:00`,
    passengers: trip.passengers,
    currency: trip.currency,
  });
  const offer = search.offers.find(
    (one: any) => one.cancellation.amendable && !one.flightInfoRequired && isAffordable(one),
  );
  if (!offer) throw new Refused('nothing found');
  refuseStale(offer);
  const { resultId, bookingToken } = offer;
  const priced = await callAgain('POST', '/pricing', { searchId: search.searchId, resultId, bookingToken });
  if (!isAffordable(priced)) throw new Refused('too expensive');
  refuseStale(priced);
  return confirm(`searchId=${search.searchId}`, '/book', {
    searchId: search.searchId,
    resultId,
    bookingToken,
    pricingToken: priced.pricingToken,
    traveller,
    partnerTrackingId: `exam-${search.searchId}`,
  });
}

async function changeTransfer(): Promise<any> {
  const booked = await onceMore(bookTransfer);
  if (booked?.status !== 'completed') return booked;
  const { reservationId } = booked.reservations[0];
  return onceMore(() => changeTo(reservationId));
}

async function changeTo(reservationId: string): Promise<any> {
  const search = await callAgain('POST', '/reservations/changes/search', {
    reservationId,
    pickupDateTime: `${trip.date}T${trip.newTime}:00`,
  });
  const offer = search.offers.find(isAffordable);
  if (!offer) throw new Refused('no change found');
  refuseStale(offer);
  const { resultId, bookingToken } = offer;
  const priced = await callAgain('POST', '/pricing', { searchId: search.searchId, resultId, bookingToken });
  refuseStale(priced);
  return confirm(`searchId=${search.searchId}`, '/reservations/changes', {
    reservationId,
    searchId: search.searchId,
    resultId,
    pricingToken: priced.pricingToken,
  });
}

/** Cancels once; whatever gets lost is read. */
async function cancelTransfer(): Promise<any> {
  const booked = await onceMore(bookTransfer);
  if (booked?.status !== 'completed') return booked;
  const [reservation] = booked.reservations;
  const { reservationId } = reservation;
  const cancelled = { status: 'completed', reservations: [reservation] };
  try {
    await call('POST', '/reservations/cancel', { reservationId });
    return cancelled;
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    // Until the service must be done with it, and some reads longer.
    const doneBy = Date.now() + (error.late ? 2 * TIMEOUT_MS : 0);
    for (let reads = 1; reads <= 8 || Date.now() < doneBy; reads++) {
      await pause(PAUSE_MS);
      const read = await call('GET', `/reservations/details?reservationId=${reservationId}`).catch(() => null);
      if (read?.reservations[0]?.state === 'cancelled') return cancelled;
    }
    return { status: 'failed', error: { message: 'the reservation stands' } };
  }
}

/** Sends a booking or a change once; whatever is not an outcome is read. */
async function confirm(key: string, path: string, body: object): Promise<any> {
  try {
    const result = await call('POST', path, body);
    if (result.status === 'failed') return result;
    if (result.status === 'completed') {
      await callAgain('GET', `/reservations/details?reservationId=${result.reservations[0].reservationId}`);
      return result;
    }
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    // A service that is slow does the work after the client has stopped waiting.
    if (error.late) return readOutcome(key, TIMEOUT_MS);
  }
  return readOutcome(key, 0);
}

async function orderFlight(type: 'instant' | 'hold'): Promise<any> {
  const search = await callAgain('POST', '/v1/flights/search', {
    slices: [
      { origin: trip.from, destination: trip.to, departure_date: trip.date },
      ...(trip.returnDate ? [{ origin: trip.to, destination: trip.from, departure_date: trip.returnDate }] : []),
    ],
    passengers: travellers.map(({ type }) => ({ type })),
    cabin_class: 'economy',
    currency: trip.currency,
  });
  const offer = search.offers.find(
    (one: any) => (type === 'instant' || one.holdOptions.available) && isAffordable(one),
  );
  if (!offer) throw new Refused('nothing found');
  refuseStale(offer);
  const place = `${offer.gdsprovider}/${offer.offerId}`;
  const required = await callAgain('POST', `/v1/flights/order/required-fields/${place}`, {
    offerId: offer.offerId,
    passengers: offer.passengers.map((passenger: any) => ({ type: passenger.type })),
  });
  refuseStale(offer);
  const order = {
    currency: offer.currency,
    type,
    ...(type === 'hold' && { holdId: offer.holdId }),
    passengers: offer.passengers.map((passenger: any, i: number) =>
      passengerFor(passenger, required.passengers[i], offer, i),
    ),
    totalSegments: offer.slices.flatMap((slice: any) =>
      slice.segments.map((segment: any) => ({
        originCode: segment.departure.iataCode,
        destinationCode: segment.arrival.iataCode,
        flightNumber: segment.flightNumber,
        departureDate: segment.departure.departingAt,
      })),
    ),
  };
  try {
    const [departure, back] = offer.slices.map((slice: any) => slice.departure.departingAt);
    return { status: 'completed', departure, back, ...(await call('POST', `/v1/flights/order/${place}`, order)) };
  } catch (error) {
    // There is no way to read an order: nothing more can be learned.
    if (error instanceof Lost) return null;
    throw error;
  }
}

function passengerFor({ id, type }: any, asked: any, offer: any, i: number): object {
  const needsDocument = offer.passengerIdentityDocumentsRequired || asked.documentIdentifier;
  const allowed: string[] = asked.allowedDocuments;
  const { firstName, lastName, bornDate, passport, loyalty } = travellers[i];
  const ids = (wanted: string) => offer.passengers.filter((one: any) => one.type === wanted).map((one: any) => one.id);
  // Each infant sits on the lap of one adult.
  const infant = type === 'adult' ? ids('infant_without_seat')[ids('adult').indexOf(id)] : undefined;
  return {
    id,
    type,
    title: 'ms',
    firstName,
    lastName,
    gender: 'f',
    bornDate,
    email: traveller.email,
    phone_number: traveller.phoneNumber,
    country: 'ES',
    ...(infant && { infant_passenger_id: infant }),
    ...(loyalty &&
      offer.supportedLoyaltyPrograms.includes(loyalty.airlineIataCode) && { loyaltyProgrammeAccounts: [loyalty] }),
    ...(allowed.includes('dni') && { NationalID: '12345678Z' }),
    ...(needsDocument && {
      identity_documents: [
        {
          type: allowed.includes('passport') ? 'passport' : allowed[0],
          unique_identifier: passport.number,
          issuing_country_code: passport.issuingCountry,
          expires_on: passport.expiresOn,
        },
      ],
    }),
  };
}

function isAffordable({ totalAmount, currency }: any): boolean {
  return currency === trip.currency && totalAmount <= trip.priceLimit;
}

/** Text for the traveller: only statements of the service about the booking. */
function stateOf({ orderId, departure, back, totalAmount, currency, holdExpiresAt, reservations }: any): object {
  if (orderId) {
    const name = `${traveller.firstName} ${traveller.lastName}`;
    return { id: orderId, price: totalAmount, currency, departure, return: back, name, payBy: holdExpiresAt };
  }
  const [one] = reservations;
  const name = `${one.traveller.firstName} ${one.traveller.lastName}`;
  const { reservationId: id, totalAmount: price, pickupDateTime: pickup } = one;
  return { id, price, currency: one.currency, pickup, name };
}

const TASKS: Record<string, () => Promise<any>> = {
  'book-transfer': () => onceMore(bookTransfer),
  'change-transfer': changeTransfer,
  'cancel-transfer': cancelTransfer,
  'order-flight': () => onceMore(() => orderFlight(trip.orderType)),
  'hold-flight': () => onceMore(() => orderFlight(trip.orderType)),
};

try {
  const result = await TASKS[TAXIWAY_TASK ?? '']?.();
  if (!result) end(4, { outcome: 'unknown' });
  if (result.status === 'failed') end(3, { outcome: 'not booked', reason: result.error?.message });
  end(0, { outcome: 'booked', travellers: [stateOf(result)] });
} catch (error) {
  if (error instanceof Refused || error instanceof Lost) end(3, { outcome: 'not booked', reason: error.message });
  throw error;
}
