import { expect, it } from 'vitest';
import { readShown } from '../../../src/check/exam/interactive/read-shown.ts';
import { tripFor } from '../../../src/check/exam/trip.ts';

const plain = tripFor({ task: 'order-flight', trip: { party: ['adult'], stayDays: 7 } }, 1, 0);
const travellers = (plain.travellers ?? []).map((one) => ({ ...one, bornDate: '1991-04-03' }));
const trip = { ...plain, date: '2027-01-05', returnDate: '2027-02-01', travellers };

it.each([
  ['price', '8,52 €', '8.52'],
  ['price', 'EUR 1.234,50', '1234.50'],
  ['price', 'CHF 1’234.50', '1234.50'],
  ['price', '12', '12'],
  ['currency', '€', 'EUR'],
  ['currency', 'A$', 'AUD'],
  ['currency', 'eur', 'EUR'],
  ['pickup', '25/01/2027 11:30', '2027-01-25T11:30'],
  ['pickup', '01/25/2027 2:30 pm', '2027-01-25T14:30'],
  ['pickup', '25.01.27, 11.30 Uhr', '2027-01-25T11:30'],
  ['pickup', 'Mon, 25 Jan 2027, 11:30', '2027-01-25T11:30'],
  ['departure', '2027-01-25 11:30', '2027-01-25 11:30'],
  ['departure', '2027-01-25T11:30:00+01:00', '2027-01-25T11:30:00+01:00'],
  ['pickup', '01/05/2027 12:05 AM', '2027-01-05T00:05'],
  ['pickup', '05/01/2027 00:05', '2027-01-05T00:05'],
  ['name', 'Byron, Ada', 'Ada Byron'],
  ['name', 'BYRON/ADA MS', 'ADA BYRON'],
  ['id', ' a-1 ', 'a-1'],
  ['price', '', ''],
  ['return', '02/01/2027 8.30', '2027-02-01T08:30'],
  ['bornDate', '04/03/1991', '1991-04-03'],
  ['bornDate', '3 Apr 1991', '1991-04-03'],
  ['bornDate', '17.02.90', '1990-02-17'],
  ['document', ' pab 482-010', 'PAB482-010'],
])('reads the %s "%s" as "%s"', (field, shown, read) => {
  expect(readShown(field, shown, trip)).toBe(read);
});

it.each([
  ['price', '1.234'],
  ['price', 'free'],
  ['currency', 'coins'],
  ['pickup', '11:30'],
  ['pickup', '31/02/2027 11:30'],
  ['pickup', '2027-01-25 25:30'],
  ['return', '25/01/2027'],
  ['bornDate', 'in 1991'],
])('refuses the %s "%s" with its expected form', (field, shown) => {
  expect(() => readShown(field, shown, trip)).toThrow(/cannot be read; write (digits|a code|a date)/);
});
