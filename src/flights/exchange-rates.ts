import { Lru } from '../base/lru.ts';
import type { Currency } from '../interface/api.ts';

/**
 * Returns the units of `to` for one unit of `from`, to six digits. The rates are fixed, so an offer costs the same
 * whenever it is created again. Throws a RangeError for a currency missing from the table.
 */
export function exchangeRate(from: string, to: string): number {
  if (from === to) return 1;
  return rates.getOrCreate(`${from}${to}`, () => Number((perEuro(to) / perEuro(from)).toPrecision(6)));
}

/** Rounds an amount in cents to a payable one: amounts in JPY have no decimals. */
export function payableCents(cents: number, currency: Currency): number {
  return WHOLE_UNITS.has(currency) ? 100 * Math.round(cents / 100) : Math.round(cents);
}

export function currencies(): readonly string[] {
  return Object.keys(UNITS_PER_EURO);
}

/** More than the possible pairs: providers sell in few currencies. Offers need the slow rounding to six digits. */
const rates = new Lru<number>(400);

function perEuro(currency: string): number {
  if (!isListed(currency)) {
    throw new RangeError(
      `no exchange rate for "${currency}"; known are ${currencies().join(', ')}: add it to the table`,
    );
  }
  return UNITS_PER_EURO[currency];
}

function isListed(currency: string): currency is Currency {
  return Object.hasOwn(UNITS_PER_EURO, currency);
}

/** Round figures for a plausible day, not quotations. The codes come from the schema Currency in openapi.yaml. */
const UNITS_PER_EURO: Readonly<Record<Currency, number>> = {
  EUR: 1,
  USD: 1.1,
  CNY: 7.8,
  GBP: 0.85,
  AED: 4.04,
  ARS: 1250,
  AUD: 1.67,
  BRL: 6.2,
  CAD: 1.5,
  CHF: 0.95,
  CLP: 1040,
  COP: 4600,
  CZK: 25,
  DKK: 7.46,
  EGP: 54,
  HKD: 8.6,
  HUF: 395,
  IDR: 17800,
  ILS: 4.1,
  INR: 94,
  ISK: 150,
  JPY: 165,
  KES: 143,
  KRW: 1510,
  MAD: 10.9,
  MXN: 20.5,
  MYR: 4.9,
  NGN: 1750,
  NOK: 11.6,
  NZD: 1.83,
  PEN: 4.1,
  PHP: 63,
  PKR: 308,
  PLN: 4.3,
  QAR: 4.0,
  RON: 4.98,
  SAR: 4.13,
  SEK: 11.3,
  SGD: 1.46,
  THB: 38,
  TRY: 38,
  TWD: 35.5,
  UYU: 46,
  VND: 27800,
  ZAR: 20,
};

/** Currencies without a smaller unit. */
const WHOLE_UNITS: ReadonlySet<string> = new Set(['CLP', 'ISK', 'JPY', 'KRW', 'VND'] satisfies Currency[]);
