import type { PassengerType } from '../../../interface/api.ts';
import type { Gds1Money, Gds1PassengerCode } from '../../../mock-providers/gds-1/native.ts';

/** `2026-03-15` as `15MAR26`. */
export function flightDate(date: string): string {
  return date.slice(8, 10) + MONTHS[Number(date.slice(5, 7)) - 1] + date.slice(2, 4);
}

/** `1990-01-31` as `31JAN1990`. */
export function personDate(date: string): string {
  return date.slice(8, 10) + MONTHS[Number(date.slice(5, 7)) - 1] + date.slice(0, 4);
}

/** `2026-03-15T09:35:00` as `0935`. */
export function flightTime(local: string): string {
  return local.slice(11, 13) + local.slice(14, 16);
}

/** `15MAR26` and `0935` as `2026-03-15T09:35:00`. */
export function localDateTime(date: string, time: string): string {
  const month = String(MONTHS.indexOf(date.slice(2, 5)) + 1).padStart(2, '0');
  return `20${date.slice(5, 7)}-${month}-${date.slice(0, 2)}T${time.slice(0, 2)}:${time.slice(2, 4)}:00`;
}

/** Minutes in `0725`; the hours may have more than two digits. */
export function minutesOf(duration: string): number {
  return Number(duration.slice(0, -2)) * 60 + Number(duration.slice(-2));
}

/** The amount in whole units: 456.1 for 45610 with two decimals. */
export function amountOf(money: Gds1Money): number {
  return money.amt / 10 ** money.dec;
}

/** The amount with exactly two decimals: `"456.10"`. */
export function decimalOf(money: Gds1Money): string {
  return amountOf(money).toFixed(2);
}

export const passengerCodes: Readonly<Record<PassengerType, Gds1PassengerCode>> = {
  adult: 'ADT',
  child: 'CHD',
  infant_without_seat: 'INF',
};

export const passengerTypes: Readonly<Record<Gds1PassengerCode, PassengerType>> = {
  ADT: 'adult',
  CHD: 'child',
  INF: 'infant_without_seat',
};

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
