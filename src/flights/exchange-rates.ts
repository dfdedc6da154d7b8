import { Lru } from '../cache/lru.ts';

/**
 * Units of `to` for one unit of `from`, to six digits. The rates are fixed, so that an offer costs the same
 * whenever it is created again. Throws a RangeError for a currency that is not in the table.
 */
export function exchangeRate(from: string, to: string): number {
  if (from === to) return 1;
  return rates.getOrCreate(`${from}${to}`, () => Number((perEuro(to) / perEuro(from)).toPrecision(6)));
}

/** More than there are pairs of currencies. Rounding to six digits is slow, and every offer needs it. */
const rates = new Lru<number>(50);

function perEuro(currency: string): number {
  const units = UNITS_PER_EURO[currency];
  if (units === undefined) {
    throw new RangeError(
      `no exchange rate for "${currency}"; known are ${Object.keys(UNITS_PER_EURO).join(', ')}: add it to the table`,
    );
  }
  return units;
}

/** Round figures of a plausible day, not quotations. */
const UNITS_PER_EURO: Readonly<Record<string, number>> = { EUR: 1, USD: 1.1, CNY: 7.8, GBP: 0.85 };
