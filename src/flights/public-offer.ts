import type { Offer } from '../api.ts';
import { toIso } from '../clock.ts';
import type { Random } from '../ids.ts';
import { finalPrice } from './final-price.ts';
import type { ProviderOffer } from './flight-provider.ts';
import type { FlightSearch } from './flight-search.ts';

/**
 * The offer as callers see it (§2.2). Its ids come from the search and from `chance`, so that they can be made
 * again; neither tells the provider or the place in the list. The order of the properties is the interface's.
 */
export function publicOffer(source: ProviderOffer, search: FlightSearch, chance: Random): Offer {
  const { fare } = source;
  const { request, marginPercent } = search.origin;
  const price = finalPrice(source.net, marginPercent, request.currency ?? 'EUR');
  return {
    offerId: `off_${search.searchId}${chance.text(CHECK_LENGTH)}`,
    gdsprovider: source.gdsprovider,
    expiresAt: isoOf(source.expiresAt),
    totalAmount: price.totalAmount,
    currency: price.currency,
    originalCurrency: price.originalCurrency,
    holdOptions: source.hold ? holdOptionsOf(source.hold, source.expiresAt) : NO_HOLD,
    holdId: source.hold && `hld_${chance.text(HOLD_ID_LENGTH)}`,
    supportedPassengerIdDocuments: fare.requirements.allowedDocuments,
    passengerIdentityDocumentsRequired: fare.requirements.identityDocuments,
    supportedLoyaltyPrograms: fare.supportedLoyaltyPrograms,
    airline: fare.airline,
    passengers: source.passengers,
    conditions: fare.conditions,
    slices: fare.slices,
    CO2EmissionsKg: fare.co2EmissionsKg,
  };
}

/** The id of the search that an offer came from, or undefined when the text has not the form of an offerId. */
export function searchIdOf(offerId: string): string | undefined {
  return OFFER_ID.exec(offerId)?.[1];
}

export const SEARCH_ID_LENGTH = 16;
const CHECK_LENGTH = 8;
const HOLD_ID_LENGTH = 20;
const OFFER_ID = new RegExp(`^off_([a-z0-9]{${SEARCH_ID_LENGTH}})[a-z0-9]{${CHECK_LENGTH}}$`);

/**
 * §8.5 gives every hold both instants. A provider that holds the seats and not the price sells at the offered
 * price as long as the offer lives, and that is the guarantee it gets.
 */
function holdOptionsOf(hold: NonNullable<ProviderOffer['hold']>, offerExpiresAt: number): Offer['holdOptions'] {
  return {
    available: true,
    paymentRequiredBy: isoOf(hold.paymentRequiredBy),
    priceGuarantedUntil: isoOf(hold.priceGuaranteedUntil ?? offerExpiresAt),
  };
}

const NO_HOLD: Offer['holdOptions'] = Object.freeze({
  available: false,
  paymentRequiredBy: null,
  priceGuarantedUntil: null,
});

/** The offers of one search share the few instants that they have. */
function isoOf(instant: number): string {
  let text = isoTexts.get(instant);
  if (text === undefined) {
    if (isoTexts.size >= ISO_TEXTS_KEPT) isoTexts.clear();
    text = toIso(instant);
    isoTexts.set(instant, text);
  }
  return text;
}

const isoTexts = new Map<number, string>();
const ISO_TEXTS_KEPT = 32;
