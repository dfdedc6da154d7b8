import { Alphabet, Random } from '../../base/ids.ts';
import type { GdsEffect } from '../../scenarios/effects.ts';
import { advanceFactor, CHILD_SHARE, INFANT_SHARE } from '../world/fares.ts';
import { choose, leavingFrom } from '../world/journeys.ts';
import { compactMinute } from './compact.ts';
import type { Fare, FareCatalog } from './fare-catalog.ts';
import { catalogOf, fareOf } from './fare-catalog.ts';
import { brandNames } from './legs.ts';
import type {
  Gds1BookRequest,
  Gds1BookResponse,
  Gds1ErrorBody,
  Gds1Header,
  Gds1Offer,
  Gds1PassengerCode,
  Gds1Price,
  Gds1SearchRequest,
  Gds1SearchResponse,
} from './native.ts';
import { PASSPORT } from './terms.ts';

/** What gds-1 returns when it refuses or fails: `body` is its native response. */
export class Gds1Error extends Error {
  override readonly name = 'Gds1Error';
  readonly body: Gds1ErrorBody;

  constructor(body: Gds1ErrorBody) {
    super(`gds-1 returned ${body.err.cod}: ${body.err.txt}`);
    this.body = body;
  }
}

export interface Gds1Situation {
  /** Decides ids, which flights are offered, and prices within 3 %. */
  seed: string;
  /** The instant of the call, epoch milliseconds. */
  now: number;
}

/** What decides a search in addition. */
export interface Gds1SearchSituation extends Gds1Situation {
  /** Flights that leave before this instant (epoch milliseconds) are not offered. */
  earliestDeparture?: number;
  /** The maximum number of offers. */
  offers: number;
  lifetimeMs: number;
  effect?: GdsEffect | undefined;
}

/**
 * Searches. The same request and situation give the same response. Offers live `lifetimeMs`. There are at most
 * `offers` of them, fewer only when the timetable has fewer different ones (a return before the arrival, or an
 * unknown code). Throws a Gds1Error when the effect is `down`.
 */
export function searchGds1(request: Gds1SearchRequest, situation: Gds1SearchSituation): Gds1SearchResponse {
  const { effect } = situation;
  const random = new Random(`${situation.seed}/gds-1`);
  const hdr = header(random, situation.now);
  if (effect?.search === 'down')
    throw new Gds1Error({ hdr, err: { cod: 'E0911', txt: 'SYSTEM TEMPORARILY UNAVAILABLE' } });
  const context = { txn: hdr.txn, now: situation.now, ttl: situation.lifetimeMs / 1000 };
  const bnm = brandNames(request.cab, request.lang ?? 'EN');
  if (effect?.search === 'empty') return { hdr, seg: {}, loc: {}, crr: {}, bnm, ofs: [] };
  const catalog = catalogOf(request);
  const ofs = choose(leavingFrom(catalog.journeys, situation.earliestDeparture ?? 0), situation.offers, random).map(
    (choice) => {
      const fare = fareOf(catalog, choice);
      return offer(catalog, effect ? underEffect(fare, effect) : fare, random, context);
    },
  );
  return { hdr, ...catalog.tables, bnm, ofs };
}

/** Books. Echoes the request. Throws a Gds1Error when the holder block is incomplete, and when the effect refuses. */
export function bookGds1(
  request: Gds1BookRequest,
  situation: Gds1Situation & { effect?: GdsEffect },
): Gds1BookResponse {
  const random = new Random(`${situation.seed}/gds-1/book`);
  const hdr = header(random, situation.now);
  const missing = (['eml', 'tel', 'ctry'] as const).find((field) => !request.hol[field]);
  if (missing)
    throw new Gds1Error({ hdr, err: { cod: 'E4102', txt: `HOLDER INCOMPLETE - NEED ${missing.toUpperCase()}` } });
  if (situation.effect?.order) throw new Gds1Error({ hdr, err: REFUSALS[situation.effect.order] });
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

const REFUSALS: Readonly<Record<NonNullable<GdsEffect['order']>, Gds1ErrorBody['err']>> = {
  refused: { cod: 'E4220', txt: 'BOOKING REFUSED BY CARRIER' },
  'price-changed': { cod: 'E4230', txt: 'FARE CHANGED - REPRICE' },
};
const LOCATOR_LETTERS = new Alphabet('ABCDEFGHJKLMNPQRSTUVWXYZ23456789');
const DIGITS = new Alphabet('0123456789');

function header(random: Random, now: number): Gds1Header {
  return { env: 'PRD', ver: '4.1', txn: random.hex(12).toUpperCase(), ts: compactMinute(now) };
}

function offer(
  catalog: FareCatalog,
  fare: Fare,
  random: Random,
  { txn, now, ttl }: { txn: string; now: number; ttl: number },
): Gds1Offer {
  return {
    oid: txn + random.text(6, LOCATOR_LETTERS),
    ttl,
    vcr: fare.carrier,
    prc: price(catalog, fare, advanceFactor(fare.departsAt, now) * (0.97 + 0.06 * random.fraction())),
    pax: catalog.pax,
    pen: fare.penalties,
    doc: fare.documents,
    ffp: fare.frequentFlyer,
    cog: fare.co2Grams,
    legs: fare.legs,
  };
}

function price({ pax }: FareCatalog, { adultCents, currency }: Fare, factor: number): Gds1Price {
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
 * A copy of the fare as a scenario changes it: the one in the catalog serves other searches. Effects on holds and
 * segments do not apply: gds-1 holds nothing and always requires the segments.
 */
function underEffect(fare: Fare, effect: GdsEffect): Fare {
  return { ...fare, documents: documentsUnder(effect, fare.documents) };
}

/** Terms that the effect does not change stay the same object: adapters compare by it. */
function documentsUnder({ documents, dni, kinds }: GdsEffect, usual: Gds1Offer['doc']): Gds1Offer['doc'] {
  if (!documents && !dni && !kinds) return usual;
  const accepted = documents === 'required' && usual.typ.length === 0 ? PASSPORT : usual.typ;
  const typ = kinds ? SEVERAL : accepted;
  return { req: documents ? FLAGS[documents] : usual.req, typ: dni && !typ.includes('NI') ? [...typ, 'NI'] : typ };
}

const SEVERAL = ['PP', 'NI'] as const;
const FLAGS = { required: 'Y', 'not-required': 'N' } as const;
