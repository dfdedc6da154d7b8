/**
 * Units of `to` for one unit of `from`, to six digits. The rates never move, so that an offer costs the
 * same whenever it is made again. Throws a RangeError for a currency that is not in the table.
 */
export function exchangeRate(from: string, to: string): number {
  if (from === to) return 1;
  const key = `${from}${to}`;
  let rate = known.get(key);
  if (rate === undefined) {
    rate = Number((perEuro(to) / perEuro(from)).toPrecision(6));
    known.set(key, rate);
  }
  return rate;
}

const known = new Map<string, number>();

function perEuro(currency: string): number {
  const units = UNITS_PER_EURO[currency];
  if (units === undefined) {
    throw new RangeError(`no exchange rate for "${currency}"; known are ${Object.keys(UNITS_PER_EURO).join(', ')}: add it to the table`);
  }
  return units;
}

/** Round figures of a plausible day, not quotations. */
const UNITS_PER_EURO: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.08,
  CNY: 7.8,
  GBP: 0.86,
  CHF: 0.95,
  CAD: 1.48,
  AUD: 1.66,
  NZD: 1.8,
  JPY: 162,
  KRW: 1470,
  HKD: 8.4,
  SGD: 1.45,
  THB: 38.5,
  MYR: 4.9,
  IDR: 17000,
  PHP: 61,
  VND: 27000,
  TWD: 34.5,
  INR: 90,
  AED: 3.97,
  QAR: 3.93,
  SAR: 4.05,
  ILS: 4,
  TRY: 35,
  EGP: 52,
  MAD: 10.8,
  ZAR: 20,
  KES: 140,
  NGN: 1650,
  ETB: 125,
  SEK: 11.4,
  NOK: 11.6,
  DKK: 7.46,
  ISK: 150,
  PLN: 4.3,
  CZK: 25,
  HUF: 395,
  RON: 4.97,
  MXN: 20,
  BRL: 5.9,
  ARS: 1050,
  CLP: 1020,
  COP: 4400,
  PEN: 4.05,
};
