import { does, trip } from './strategy.ts';
import { refuseStale } from './transfers.ts';
import type { Json } from './wire.ts';
import { Lost, once, Refused, safely } from './wire.ts';

/** Orders the flight of the task, or a family's. Null if the response got lost: no documented call reads an order. */
export async function order(): Promise<Json | null> {
  const found = await safely('POST', '/v1/flights/search', searchFor(trip.orderType));
  const offer = select(found['offers'] as Json[]);
  refuseStale(offer);
  const place = `${offer['gdsprovider']}/${encodeURIComponent(offer['offerId'] as string)}`;
  const asked = await safely('POST', `/v1/flights/order/required-fields/${place}`, {
    offerId: offer['offerId'],
    passengers: (offer['passengers'] as Json[]).map(({ type }) => ({ type: type as string })),
  });
  if (does('offerReads', 'before order')) await safely('GET', `/v1/flights/offers/${place}`);
  refuseStale(offer);
  try {
    const made = await once('POST', `/v1/flights/order/${place}`, orderFor(offer, asked));
    return { ...made, departure: offer['slices'][0].departure.departingAt as string };
  } catch (error) {
    if (error instanceof Lost) return null;
    throw error;
  }
}

function isFamily(): boolean {
  return does('flight', 'family') && trip.orderType === 'instant';
}

function searchFor(kind: string): Json {
  const there = { origin: trip.from, destination: trip.to, departure_date: trip.date };
  const after = new Date(Date.parse(trip.date) + 9 * 86_400_000).toISOString().slice(0, 10);
  const back = { origin: trip.to, destination: trip.from, departure_date: trip.returnDate ?? after };
  const family = ['adult', 'adult', 'child', 'infant_without_seat'];
  return {
    slices: isFamily() || trip.returnDate !== undefined ? [there, back] : [there],
    passengers: (isFamily() ? family : askedTypes()).map((type) => ({ type })),
    cabin_class: kind === 'hold' && does('offer', 'dearest') ? 'business' : 'economy',
    currency: trip.currency,
    ...(does('optional', 'sent') && { language: 'en' }),
  };
}

function askedTypes(): string[] {
  return trip.travellers?.map(({ type }) => type) ?? Array<string>(trip.passengers).fill('adult');
}

function select(offers: Json[]): Json {
  const fitting = offers
    .filter((one) => trip.orderType === 'instant' || one['holdOptions'].available)
    .filter(({ currency, totalAmount }) => currency === trip.currency && totalAmount <= trip.priceLimit);
  const byPrice = fitting.toSorted((a, b) => a['totalAmount'] - b['totalAmount']);
  if (fitting.length === 0) throw new Refused('nothing fits');
  if (does('offer', 'dearest')) byPrice.reverse();
  const [offer] = does('offer', 'cheapest') || does('offer', 'dearest') ? byPrice : fitting;
  return offer;
}

function orderFor(offer: Json, asked: Json): Json {
  const infant = (offer['passengers'] as Json[]).find(({ type }) => type === 'infant_without_seat');
  return {
    currency: offer['currency'],
    type: trip.orderType,
    ...(trip.orderType === 'hold' && { holdId: offer['holdId'] }),
    passengers: (offer['passengers'] as Json[]).map((passenger, i) =>
      passengerFor(passenger, asked['passengers'][i] as Json, offer, i, i === 0 ? infant : undefined),
    ),
    totalSegments: (offer['slices'] as Json[]).flatMap((slice) =>
      (slice['segments'] as Json[]).map(({ departure, arrival, flightNumber }) => ({
        originCode: departure.iataCode,
        destinationCode: arrival.iataCode,
        flightNumber,
        departureDate: departure.departingAt,
      })),
    ),
  };
}

function bornDate(type: string): string {
  const days = { adult: 12_500, child: 3000, infant_without_seat: 200 }[type] ?? 12_500;
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function passengerFor({ id, type }: Json, asked: Json, offer: Json, i: number, infant?: Json): Json {
  const person = isFamily() ? undefined : trip.travellers?.[i];
  const loyalty = person?.loyalty;
  const allowed = asked['allowedDocuments'] as string[];
  const needsDocument = offer['passengerIdentityDocumentsRequired'] === true || asked['documentIdentifier'] === true;
  return {
    ...{ id, type, title: 'ms', gender: 'f', country: 'ES' },
    firstName: (person ?? trip).firstName,
    lastName: (person ?? trip).lastName,
    bornDate: person?.bornDate ?? bornDate(type as string),
    email: 'traveller@example.com',
    phone_number: '+447700900123',
    ...(loyalty &&
      (offer['supportedLoyaltyPrograms'] as string[]).includes(loyalty.airlineIataCode) && {
        loyaltyProgrammeAccounts: [loyalty],
      }),
    ...(infant && { infant_passenger_id: infant['id'] as string }),
    ...(allowed.includes('dni') && { NationalID: '12345678Z' }),
    ...(needsDocument && {
      identity_documents: [
        {
          type: allowed.includes('passport') ? 'passport' : allowed[0],
          // Each traveller has a passport of their own.
          unique_identifier: person?.passport.number ?? `XDA12345${String(id).slice(-1)}`,
          issuing_country_code: 'ES',
          expires_on: '2032-05-01',
        },
      ],
    }),
  };
}
