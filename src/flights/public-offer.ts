import { toIso } from '../base/clock.ts';
import type { Random } from '../base/ids.ts';
import type { Offer } from '../interface/api.ts';
import { finalPrice } from './final-price.ts';
import type { ProviderOffer } from './flight-provider.ts';
import type { FlightSearch } from './flight-search.ts';
import { SEARCH_ID_LENGTH } from './flight-search.ts';

/**
 * The offer as clients see it (§2.2). Its ids follow from the search and from `chance`, so that they can be created
 * again; they reveal neither the provider nor the position in the list. The interface sets the order of the properties.
 */
export function publicOffer(source: ProviderOffer, search: FlightSearch, chance: Random): Offer {
  const { fare } = source;
  const { request, marginPercent } = search.origin;
  const price = finalPrice(source.net, marginPercent, request.currency ?? 'EUR');
  return {
    offerId: `off_${search.searchId}${chance.text(CHECK_LENGTH)}`,
    gdsprovider: source.gdsprovider,
    expiresAt: toIso(source.expiresAt),
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

/** The id of the search of an offer, or undefined when the text does not have the form of an offerId. */
export function searchIdOf(offerId: string): string | undefined {
  return OFFER_ID.exec(offerId)?.[1];
}

const CHECK_LENGTH = 8;
const HOLD_ID_LENGTH = 20;
const OFFER_ID = new RegExp(`^off_([a-z0-9]{${SEARCH_ID_LENGTH}})[a-z0-9]{${CHECK_LENGTH}}$`);

/**
 * §8.5 gives every hold both instants. A provider that holds the seats and not the price guarantees the price for
 * the lifetime of the offer.
 */
function holdOptionsOf(hold: NonNullable<ProviderOffer['hold']>, offerExpiresAt: number): Offer['holdOptions'] {
  return {
    available: true,
    paymentRequiredBy: toIso(hold.paymentRequiredBy),
    priceGuarantedUntil: toIso(hold.priceGuaranteedUntil ?? offerExpiresAt),
  };
}

const NO_HOLD: Offer['holdOptions'] = Object.freeze({
  available: false,
  paymentRequiredBy: null,
  priceGuarantedUntil: null,
});
