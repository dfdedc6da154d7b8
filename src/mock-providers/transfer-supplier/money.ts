import type { NativeCurrency, NativeMoney } from './native.ts';

/** Converts an amount in euros to money in a currency, at the supplier's fixed rates, rounded to cents. */
export function money(euros: number, currency: NativeCurrency): NativeMoney {
  const { rate, symbol } = CURRENCIES[currency];
  return moneyOf(Math.round(euros * rate * 100), currency, symbol);
}

export function symbolOf(currency: NativeCurrency): string {
  return CURRENCIES[currency].symbol;
}

/** Adds amounts in one currency. */
export function sum(amounts: readonly NativeMoney[], currency: NativeCurrency): NativeMoney {
  const cents = amounts.reduce((total, { value }) => total + Math.round(Number(value) * 100), 0);
  return moneyOf(cents, currency, symbolOf(currency));
}

function moneyOf(cents: number, currency: NativeCurrency, symbol: string): NativeMoney {
  const value = (cents / 100).toFixed(2);
  return { value, display: symbol + value, compact: symbol + Math.round(cents / 100), currency };
}

const CURRENCIES: Record<NativeCurrency, { rate: number; symbol: string }> = {
  EUR: { rate: 1, symbol: '€' },
  USD: { rate: 1.08, symbol: '$' },
  CNY: { rate: 7.8, symbol: '¥' },
};
