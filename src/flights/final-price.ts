import type { Currency, Offer } from '../interface/api.ts';
import { exchangeRate, payableCents } from './exchange-rates.ts';

/**
 * The price that a developer profile pays for a provider's net price: with the profile's margin, in the
 * provider's currency and in the requested one. `totalAmount` is the original amount at the stated rate, so a client
 * can follow the conversion; neither amount reveals the net price (§1, final developer pricing).
 */
export function finalPrice(
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
