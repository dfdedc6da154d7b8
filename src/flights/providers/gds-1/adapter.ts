import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import type { FlightSearchRequest, PassengerType, Schema } from '../../../interface/api.ts';
import type { bookGds1, searchGds1 } from '../../../mock-providers/gds-1/gds-1.ts';
import type {
  Gds1CabinCode,
  Gds1DocumentCode,
  Gds1ErrorBody,
  Gds1Language,
  Gds1Leg,
  Gds1Offer,
  Gds1PassengerCode,
  Gds1Penalty,
  Gds1SearchRequest,
  Gds1SearchResponse,
} from '../../../mock-providers/gds-1/native.ts';
import type { FlightProvider, OrderRefused, ProviderFare, ProviderOffer } from '../../flight-provider.ts';
import type { TranslatedLanguage } from '../native-call.ts';
import { freeze, responseOf, translatedLanguage } from '../native-call.ts';
import { toNativeBooking } from './booking.ts';
import { amountOf, decimalOf, flightDate, passengerCodes, passengerTypes } from './notation.ts';
import type { Gds1Party } from './slices.ts';
import { entry, toAirline, toSlice } from './slices.ts';

/** The gds-1 calls, injected by the server. */
export interface Gds1Native {
  search: typeof searchGds1;
  book: typeof bookGds1;
}

/**
 * A provider without passenger ids: it numbers the passengers. Their public ids are `1_pax_1`, `1_pax_2`, …, adults
 * first, then children, then infants. It needs totalSegments and a holder, and offers no holds.
 */
export function adaptGds1(native: Gds1Native): FlightProvider {
  return {
    gdsprovider: 1,

    search: (request, situation) =>
      new Promise((resolve) => {
        const party = toParty(request.passengers);
        const response = responseOf(() => native.search(toNativeSearch(request, party), situation), reasonOf);
        const passengers = party.codes.map(toPassenger);
        resolve(response.ofs.map((offer) => toProviderOffer(offer, response, party, passengers, situation.now)));
      }),

    book(tracked, order, holder, { now, effect }) {
      if (!holder) throw new Error('gds-1 needs a holder; pass the one derived from the first passenger');
      const request = toNativeBooking(tracked, order, holder);
      const response = responseOf(() => native.book(request, { seed: tracked.seed, now, effect }), reasonOf);
      return { request, response };
    },
  };
}

function toParty(passengers: FlightSearchRequest['passengers']): Gds1Party {
  const codes = CODES_IN_ORDER.flatMap((code) =>
    passengers.filter(({ type }) => passengerCodes[type] === code).map(() => code),
  );
  return { key: codes.join(), codes };
}

function toNativeSearch(
  { slices, cabin_class, language }: FlightSearchRequest,
  { codes }: Gds1Party,
): Gds1SearchRequest {
  return {
    od: slices.map(({ origin, destination, departure_date }) => ({
      from: origin,
      to: destination,
      dt: flightDate(departure_date),
    })),
    pax: CODES_IN_ORDER.filter((code) => codes.includes(code)).map((ty) => ({
      ty,
      qty: codes.filter((code) => code === ty).length,
    })),
    cab: CABINS[cabin_class],
    lang: LANGUAGES[translatedLanguage(language)],
  };
}

const LANGUAGES: Readonly<Record<TranslatedLanguage, Gds1Language>> = {
  en: 'EN',
  es: 'ES',
  zh: 'ZH',
};

const CODES_IN_ORDER: readonly Gds1PassengerCode[] = ['ADT', 'CHD', 'INF'];

const CABINS: Readonly<Record<FlightSearchRequest['cabin_class'], Gds1CabinCode>> = {
  economy: 'Y',
  premium_economy: 'W',
  business: 'C',
  first: 'F',
};

function reasonOf({ err }: Gds1ErrorBody): OrderRefused['reason'] | undefined {
  return err.cod === FARE_CHANGED ? 'price_changed' : undefined;
}

/** The native code. */
const FARE_CHANGED = 'E4230';

function toPassenger(code: Gds1PassengerCode, index: number): { id: string; type: PassengerType } {
  return { id: `1_pax_${index + 1}`, type: passengerTypes[code] };
}

function toProviderOffer(
  native: Gds1Offer,
  tables: Gds1SearchResponse,
  party: Gds1Party,
  passengers: ProviderOffer['passengers'],
  now: number,
): ProviderOffer {
  return {
    gdsprovider: 1,
    nativeOfferId: native.oid,
    net: { amount: amountOf(native.prc.tot), currency: native.prc.tot.cur },
    expiresAt: now + native.ttl * 1000,
    passengers,
    hold: null,
    fare: toFare(native, tables, party),
  };
}

/** Returns an offer's fare: the same object for the same legs and party, until an offer sells them on other terms. */
function toFare(native: Gds1Offer, tables: Gds1SearchResponse, party: Gds1Party): ProviderFare {
  const latest = latestFare(native.legs, native, tables, party);
  if (latest.party.key !== party.key || !sameTerms(latest.native, native))
    Object.assign(latest, { native, party, fare: createFare(native, tables, party) });
  return latest.fare;
}

/** Keeps one fare for each live list of legs, so that a repeated search reuses the normalised fare and its JSON. */
const latestFare = memoizeByObject(
  (_legs: readonly Gds1Leg[], native: Gds1Offer, tables: Gds1SearchResponse, party: Gds1Party) => ({
    native,
    party,
    fare: createFare(native, tables, party),
  }),
);

function sameTerms(a: Gds1Offer, b: Gds1Offer): boolean {
  return a.pen === b.pen && a.vcr === b.vcr && a.doc === b.doc && a.ffp === b.ffp && a.cog === b.cog;
}

function createFare(native: Gds1Offer, tables: Gds1SearchResponse, party: Gds1Party): ProviderFare {
  return freeze({
    airline: toAirline(entry(tables.crr, native.vcr), native.vcr),
    conditions: {
      refundBeforeDeparture: toCondition(native.pen.rfd),
      changeBeforeDeparture: toCondition(native.pen.chg),
    },
    requirements: {
      identityDocuments: native.doc.req === 'Y',
      allowedDocuments: native.doc.typ.map((code) => DOCUMENTS[code]),
      totalSegments: true,
      holder: true,
    },
    supportedLoyaltyPrograms: [...native.ffp],
    co2EmissionsKg: Math.round(native.cog / 1000),
    slices: native.legs.map((leg) => toSlice(leg, party, tables)),
  });
}

function toCondition(native: Gds1Penalty | null): Schema['OfferCondition'] | null {
  return (
    native && {
      allowed: native.alw === 'Y',
      penaltyAmount: native.fee && decimalOf(native.fee),
      currency: native.fee && native.fee.cur,
    }
  );
}

const DOCUMENTS: Readonly<Record<Gds1DocumentCode, Schema['IdentityDocumentType']>> = { PP: 'passport', NI: 'dni' };
