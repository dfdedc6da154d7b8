import { toIso } from '../base/clock.ts';
import type { Random } from '../base/ids.ts';
import type { Currency, Offer } from '../interface/api.ts';
import { exchangeRate, payableCents } from './exchange-rates.ts';
import type { ProviderOffer } from './flight-provider.ts';
import type { FlightSearch } from './flight-search.ts';
import { SEARCH_ID_LENGTH } from './flight-search.ts';

/**
 * Returns the client's view of the offer (§2.2). Its ids follow from the search and from `chance`, so they can be
 * created again; they reveal neither the provider nor the position in the list. The interface sets the property order.
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

/** Returns the id of an offer's search, or undefined if the text does not have the form of an offerId. */
export function searchIdOf(offerId: string): string | undefined {
  return OFFER_ID.exec(offerId)?.[1];
}

const CHECK_LENGTH = 8;
const HOLD_ID_LENGTH = 20;
const OFFER_ID = new RegExp(`^off_([a-z0-9]{${SEARCH_ID_LENGTH}})[a-z0-9]{${CHECK_LENGTH}}$`);

/**
 * §8.5 gives every hold both instants. If a provider holds the seats but not the price, it guarantees the price for the
 * offer's lifetime.
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

/**
 * Returns a developer profile's price for a provider's net price: with the profile's margin, in the provider's
 * currency and in the requested one. `totalAmount` is the original amount at the stated rate, so a client can follow
 * the conversion; neither amount reveals the net price (§1, final developer pricing).
 */
function finalPrice(
  net: { amount: number; currency: string },
  marginPercent: number,
  currency: Currency,
): Pick<Offer, 'totalAmount' | 'currency' | 'originalCurrency'> {
  const rate = exchangeRate(net.currency, currency);
  const originalCents = withMargin(Math.round(net.amount * 100), marginPercent);
  return {
    totalAmount: payableCents(originalCents * rate, currency) / 100,
    currency,
    originalCurrency: { code: net.currency, totalAmount: originalCents / 100, rate },
  };
}

/** A margin, however small, adds at least a cent: the final price is never the net price. */
function withMargin(netCents: number, marginPercent: number): number {
  if (marginPercent === 0) return netCents;
  return Math.max(Math.round((netCents * (100 + marginPercent)) / 100), netCents + 1);
}
