import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { judge } from '../support/judged.ts';

const RULE = 'transfer.502.proves-nothing';
const ada = { firstName: 'Ada', lastName: 'Byron', bornDate: '1990-01-01' };
const bob = { firstName: 'Bob', lastName: 'Byron', bornDate: '1990-01-01' };
const slice = { origin: 'MAD', destination: 'LON', departure_date: '2027-03-15' };

function search(offerId: string, departureDate = slice.departure_date): Sketch {
  const slices = [{ ...slice, departure_date: departureDate }];
  return { operation: 'searchFlights', sent: { slices }, received: { offers: [{ offerId }] } };
}

function order(offerId: string, more: Partial<Sketch> = {}, passengers: object[] = [ada]): Sketch {
  return {
    operation: 'createFlightOrder',
    parameters: { gdsprovider: '0', offerId },
    sent: { passengers },
    received: { orderId: 'o' },
    ...more,
  };
}

const lost = [search('off-1'), order('off-1', { status: null })];
const verdictOf = (exchanges: Sketch[]) => judge(exchanges).verdict(RULE);

describe('a lost flight order', () => {
  it('followed by an order of the same journey from a new search gets a warning', () => {
    const { warned, findings } = verdictOf([...lost, search('off-2'), order('off-2')]);
    expect(warned).toBe(1);
    expect(findings).toMatchObject([
      { level: 'warn', assumption: 'conduct.lost-order', exchanges: [{ id: 'x2' }, { id: 'x4' }] },
    ]);
  });

  it('is the same journey regardless of the spelling of names', () => {
    const [one, other] = ['José  Núñez', 'JOSE NUNEZ'].map((firstName) => [{ ...ada, firstName }]);
    const orders = [order('off-1', { status: null }, one), search('off-2'), order('off-2', {}, other)];
    expect(verdictOf([search('off-1'), ...orders]).warned).toBe(1);
  });

  it.each([
    ['no response came', { status: null }],
    ['it returned 500', { status: 500 }],
    ['it returned 503', { status: 503 }],
    ['its response was unreadable', { body: 'unreadable' }],
  ] as [string, Partial<Sketch>][])('sent again gets a warning if %s', (_, more) => {
    const { warned, findings } = verdictOf([search('off-1'), order('off-1', more), order('off-1')]);
    expect(warned).toBe(1);
    expect(findings).toMatchObject([{ assumption: 'conduct.lost-order', exchanges: [{ id: 'x2' }, { id: 'x3' }] }]);
  });

  it('may be followed by a search, and by orders of other passengers or another journey', () => {
    expect(verdictOf([...lost, search('off-2')]).warned).toBe(0);
    expect(verdictOf([...lost, order('off-1', {}, [bob])]).warned).toBe(0);
    expect(verdictOf([...lost, search('off-2'), order('off-2', {}, [bob])]).warned).toBe(0);
    expect(verdictOf([...lost, search('off-2', '2027-03-20'), order('off-2')]).warned).toBe(0);
  });

  it('a lost order that is sent twice at the same time gets a warning', () => {
    const twice = [order('off-1', { began: 1, ended: 5 }), order('off-1', { began: 2, ended: 6 })];
    const { warned, findings } = verdictOf([search('off-1'), ...twice]);
    expect(warned).toBe(1);
    expect(findings).toMatchObject([{ assumption: 'conduct.twin-booking' }]);
  });

  it('a lost order that ends after the next order is judged when it ends', () => {
    const at = Date.parse('2027-01-10T12:00:10Z');
    const late = order('off-1', { status: null, began: 2, ended: 20, at });
    const next = order('off-2', { began: 5, ended: 6, at: at + 5000 });
    expect(verdictOf([search('off-1'), search('off-2'), next, late]).warned).toBe(1);
  });
});

describe('a flight order that was made', () => {
  const made = [search('off-1'), order('off-1')];

  it('gets a warning if the same order is sent again', () => {
    const { warned, findings } = verdictOf([...made, order('off-1')]);
    expect(warned).toBe(1);
    expect(findings).toMatchObject([
      { level: 'warn', assumption: 'conduct.booked-again', exchanges: [{ id: 'x2' }, { id: 'x3' }] },
    ]);
  });

  it.each([
    ['the offer is ordered for other passengers', [...made, order('off-1', {}, [bob])]],
    ['another offer is ordered', [...made, search('off-2'), order('off-2')]],
    [
      'the first order was refused',
      [search('off-1'), order('off-1', { received: { code: 'refused' } }), order('off-1')],
    ],
  ])('gets no warning if %s', (_, calls) => {
    expect(verdictOf(calls).findings).toEqual([]);
  });
});
