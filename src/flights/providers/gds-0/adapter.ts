import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import type { FlightSearchRequest, Schema } from '../../../interface/api.ts';
import type { createGds0Order, searchGds0 } from '../../../mock-providers/gds-0/gds-0.ts';
import type {
  Gds0Condition,
  Gds0ErrorBody,
  Gds0Offer,
  Gds0PaymentRequirements,
  Gds0SearchRequest,
  Gds0Slice,
} from '../../../mock-providers/gds-0/native.ts';
import type { FlightProvider, OrderRefused, ProviderFare, ProviderOffer } from '../../flight-provider.ts';
import { freeze, responseOf, translatedLanguage } from '../native-call.ts';
import { toNativeOrder } from './order.ts';
import { toAirline, toSlice } from './slices.ts';

/** The gds-0 calls, injected by the server. */
export interface Gds0Native {
  search: typeof searchGds0;
  createOrder: typeof createGds0Order;
}

/**
 * The default provider. Its passenger ids are the public ones. It needs no holder, totalSegments only under a
 * scenario, and some of its offers can be held.
 */
export function adaptGds0(native: Gds0Native): FlightProvider {
  return {
    gdsprovider: 0,

    search: (request, situation) =>
      new Promise((resolve) => {
        const { data } = responseOf(() => native.search(toNativeSearch(request), situation), reasonOf);
        resolve(data.offers.map(toProviderOffer));
      }),

    book(tracked, order, _holder, { now, effect }) {
      const request = toNativeOrder(tracked.source, order);
      const response = responseOf(() => native.createOrder(request, { seed: tracked.seed, now, effect }), reasonOf);
      return { request, response };
    },
  };
}

function toNativeSearch({ slices, passengers, cabin_class, language }: FlightSearchRequest): Gds0SearchRequest {
  return { data: { slices, passengers, cabin_class, language: translatedLanguage(language) } };
}

function reasonOf({ errors: [error] }: Gds0ErrorBody): OrderRefused['reason'] | undefined {
  return REASONS[error?.code ?? ''];
}

/** By native code. */
const REASONS: Readonly<Record<string, OrderRefused['reason']>> = {
  price_changed: 'price_changed',
  hold_not_supported: 'hold_not_available',
};

function toProviderOffer(native: Gds0Offer): ProviderOffer {
  return {
    gdsprovider: 0,
    nativeOfferId: native.id,
    net: { amount: Number(native.total_amount), currency: native.total_currency },
    expiresAt: Date.parse(native.expires_at),
    passengers: native.passengers as ProviderOffer['passengers'],
    hold: toHold(native.payment_requirements),
    fare: toFare(native),
  };
}

/** Returns an offer's fare: the same object for the same slices, until an offer sells them on other terms. */
function toFare(native: Gds0Offer): ProviderFare {
  const latest = latestFare(native.slices, native);
  if (!sameTerms(latest.native, native)) Object.assign(latest, { native, fare: createFare(native) });
  return latest.fare;
}

/** Keeps one fare for each live list of slices, so that a repeated search reuses the normalised fare and its JSON. */
const latestFare = memoizeByObject((_slices: readonly Gds0Slice[], native: Gds0Offer) => ({
  native,
  fare: createFare(native),
}));

function sameTerms(a: Gds0Offer, b: Gds0Offer): boolean {
  return (
    a.conditions === b.conditions &&
    a.owner === b.owner &&
    a.passenger_identity_documents_required === b.passenger_identity_documents_required &&
    a.supported_passenger_identity_document_types === b.supported_passenger_identity_document_types &&
    a.segments_required === b.segments_required &&
    a.supported_loyalty_programmes === b.supported_loyalty_programmes &&
    a.total_emissions_kg === b.total_emissions_kg
  );
}

function createFare(native: Gds0Offer): ProviderFare {
  return freeze({
    airline: toAirline(native.owner),
    conditions: {
      refundBeforeDeparture: toCondition(native.conditions.refund_before_departure),
      changeBeforeDeparture: toCondition(native.conditions.change_before_departure),
    },
    requirements: {
      identityDocuments: native.passenger_identity_documents_required,
      allowedDocuments: [...native.supported_passenger_identity_document_types],
      totalSegments: native.segments_required,
      holder: false,
    },
    supportedLoyaltyPrograms: [...native.supported_loyalty_programmes],
    co2EmissionsKg: Number(native.total_emissions_kg),
    slices: native.slices.map((slice) => toSlice(slice)),
  });
}

function toCondition(native: Gds0Condition | null): Schema['OfferCondition'] | null {
  return native && { allowed: native.allowed, penaltyAmount: native.penalty_amount, currency: native.penalty_currency };
}

function toHold({
  payment_required_by: by,
  price_guarantee_expires_at: until,
}: Gds0PaymentRequirements): ProviderOffer['hold'] {
  return by === null
    ? null
    : { paymentRequiredBy: Date.parse(by), priceGuaranteedUntil: until === null ? null : Date.parse(until) };
}
