import { Alphabet, Random } from '../../base/ids.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { GdsEffect } from '../../scenarios/effects.ts';
import { isSoldIn } from '../world/cabins.ts';
import { choose } from '../world/choice.ts';
import type { FareCatalog } from '../world/fare-catalog.ts';
import { CHILD_SHARE, INFANT_SHARE } from '../world/fares.ts';
import type { Market } from '../world/market.ts';
import { priceFactor } from '../world/market.ts';
import type { CallSituation, SearchSituation } from '../world/native-call.ts';
import { NativeError } from '../world/native-call.ts';
import type { Documents } from '../world/terms.ts';
import { documentsUnder } from '../world/terms.ts';
import { compactMinute, plainDate } from './compact.ts';
import type { Fare, Party } from './fares.ts';
import { documentsObject, fareCatalogs, seatsOf } from './fares.ts';
import { brandNames, CABINS, carrierObject, placeObject, referenceOf, segmentObject } from './legs.ts';
import type {
  Gds1BookRequest,
  Gds1BookResponse,
  Gds1Carrier,
  Gds1ErrorBody,
  Gds1Header,
  Gds1Leg,
  Gds1Offer,
  Gds1PassengerCode,
  Gds1Place,
  Gds1Price,
  Gds1SearchRequest,
  Gds1SearchResponse,
  Gds1Segment,
} from './native.ts';

/**
 * Searches flights. The same request and situation give the same response. Offers live `lifetimeMs`. Returns at most
 * `offers`, and fewer only if the timetable has fewer different ones (a return before the arrival, or an unknown code).
 * Throws a NativeError if the effect is `down`.
 */
export function searchGds1(request: Gds1SearchRequest, situation: SearchSituation): Gds1SearchResponse {
  const { effect } = situation;
  const random = new Random(`${situation.seed}/gds-1`);
  const hdr = header(random, situation.now);
  if (effect?.search === 'down') throw failure(hdr, { cod: 'E0911', txt: 'SYSTEM TEMPORARILY UNAVAILABLE' });
  const bnm = brandNames(request.cab, request.lang ?? 'EN');
  if (effect?.search === 'empty') return { hdr, seg: {}, loc: {}, crr: {}, bnm, ofs: [] };
  const catalog = catalogOf(request);
  const context = { random, txn: hdr.txn, ttl: situation.lifetimeMs / 1000, market: situation };
  const choices = choose({ ...catalog, seats: seatsOf(catalog.party) }, situation.offers, situation);
  const ofs = choices.map((choice) => {
    const fare = catalog.fareOf(choice);
    return offer(catalog.party, effect ? underEffect(fare, effect) : fare, context);
  });
  return { hdr, ...tablesOf(catalog), bnm, ofs };
}

/**
 * Books an offer. Echoes the request. Throws a NativeError for an incomplete holder block, or if the effect refuses.
 */
export function bookGds1(request: Gds1BookRequest, situation: CallSituation): Gds1BookResponse {
  const random = new Random(`${situation.seed}/gds-1/book`);
  const hdr = header(random, situation.now);
  const missing = (['eml', 'tel', 'ctry'] as const).find((field) => !request.hol[field]);
  if (missing) throw failure(hdr, { cod: 'E4102', txt: `HOLDER INCOMPLETE - NEED ${missing.toUpperCase()}` });
  if (situation.effect?.order) throw failure(hdr, TRIES[situation.effect.order]);
  const ticketStock = `99${random.int(0, 9)}`;
  return {
    hdr,
    pnr: random.text(6, LOCATOR_LETTERS),
    sta: 'HK',
    tkt: request.pax.map(() => ticketStock + random.text(10, DIGITS)),
    oid: request.oid,
    hol: request.hol,
    pax: request.pax,
    tot: request.tot,
  };
}

const TRIES: Readonly<Record<NonNullable<GdsEffect['order']>, Gds1ErrorBody['err']>> = {
  refused: { cod: 'E4220', txt: 'BOOKING REFUSED BY CARRIER' },
  'price-changed': { cod: 'E4230', txt: 'FARE CHANGED - REPRICE' },
};
const LOCATOR_LETTERS = new Alphabet('ABCDEFGHJKLMNPQRSTUVWXYZ23456789');
const DIGITS = new Alphabet('0123456789');

function failure(hdr: Gds1Header, err: Gds1ErrorBody['err']): NativeError<Gds1ErrorBody> {
  return new NativeError(`gds-1 returned ${err.cod}: ${err.txt}`, { hdr, err });
}

function header(random: Random, now: number): Gds1Header {
  return { env: 'PRD', ver: '4.1', txn: random.hex(12).toUpperCase(), ts: compactMinute(now) };
}

function catalogOf({ od, pax, cab, lang = 'EN' }: Gds1SearchRequest): FareCatalog<Party, Gds1Leg, Fare> {
  return fareCatalogs.catalogOf({
    trips: od.map(({ from, to, dt }) => ({ from, to, date: plainDate(dt) })),
    cabin: CABINS[cab],
    party: { pax: Object.freeze(pax.map(({ ty, qty }) => Object.freeze({ ty, qty }))), language: lang },
    partyKey: `${lang}/${pax.map(({ ty, qty }) => ty + qty).join('')}`,
  });
}

/** Shared parts of the offers in one search. */
interface SearchContext {
  random: Random;
  txn: string;
  ttl: number;
  market: Market;
}

function offer({ pax }: Party, fare: Fare, { random, txn, ttl, market }: SearchContext): Gds1Offer {
  return {
    oid: txn + random.text(6, LOCATOR_LETTERS),
    ttl,
    vcr: fare.carrier,
    prc: price(pax, fare, priceFactor(fare.facts.journey, market)),
    pax,
    pen: fare.penalties,
    doc: documentsObject(fare.documents),
    ffp: fare.frequentFlyer,
    cog: fare.co2Grams,
    legs: fare.legs,
  };
}

function price(pax: Party['pax'], { adultCents, currency }: Fare, factor: number): Gds1Price {
  const adult = Math.round(adultCents * factor);
  let total = 0;
  const fpt = pax.map(({ ty, qty }) => {
    const amt = Math.round(adult * SHARES[ty]);
    total += qty * amt;
    return { ty, amt };
  });
  return { tot: { amt: total, dec: 2, cur: currency }, fpt };
}

const SHARES: Readonly<Record<Gds1PassengerCode, number>> = { ADT: 1, CHD: CHILD_SHARE, INF: INFANT_SHARE };

/**
 * Returns a copy of the fare with a scenario's changes: the original in the catalog serves other searches. Effects on
 * holds and segments do not apply: gds-1 holds nothing and always requires the segments.
 */
function underEffect(fare: Fare, effect: GdsEffect): Fare {
  return { ...fare, documents: documentsUnder(effect, fare.documents, SEVERAL) };
}

const SEVERAL: Documents['types'] = ['passport', 'dni'];

/** Returns the flights in all possible offers, with their places and carriers. */
const tablesOf = memoizeByObject(
  ({ outbound, inbound, cabin, party: { language } }: FareCatalog<Party, Gds1Leg, Fare>): Tables => {
    const seg: Record<string, Gds1Segment> = {};
    const loc: Record<string, Gds1Place> = {};
    const crr: Record<string, Gds1Carrier> = {};
    for (const [direction, timetable] of [outbound, inbound].entries())
      for (const part of timetable?.itineraries.filter((one) => isSoldIn(one, cabin)) ?? []) {
        crr[part.airline.iataCode] ??= carrierObject(part.airline);
        for (const [n, flight] of part.flights.entries()) {
          seg[referenceOf(direction, part, n)] ??= segmentObject(flight);
          for (const airport of [flight.origin, flight.destination])
            loc[airport.iataCode] ??= placeObject(airport, language);
          for (const carrier of [flight.marketing, flight.operating]) crr[carrier.iataCode] ??= carrierObject(carrier);
        }
      }
    return { seg, loc, crr };
  },
);

type Tables = Pick<Gds1SearchResponse, 'seg' | 'loc' | 'crr'>;
