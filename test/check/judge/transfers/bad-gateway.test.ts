import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const BEFORE_REBOOKING = 'transfer.502.read-before-rebooking';
const PROVES_NOTHING = 'transfer.502.proves-nothing';
const KEEP = 'transfer.502.keep-identifiers';
const ada = traveller('ada');
const again = traveller('ada-2', { name: 'ada' });
const until502 = [ada.search(), ada.price(), ada.book(502)];
const rebooked = [again.search(), again.price(), again.book('completed'), again.read('completed')];

describe('after a 502', () => {
  it('a read that finds nothing permits another booking of the trip', () => {
    const { notable, verdict } = judge([...until502, ada.read(400), ...rebooked]);
    expect(notable).toEqual({});
    for (const rule of [BEFORE_REBOOKING, PROVES_NOTHING, KEEP]) expect(verdict(rule).verdict).toBe('kept');
  });

  it('a read that the service has to refuse does not count', () => {
    const refused = ada.read(400, { searchId: ada.ids.searchId, reservationId: '' });
    expect(judge([...until502, refused, ...rebooked]).notable).toMatchObject({ [BEFORE_REBOOKING]: 'broken' });
  });

  it('cannot be decided if the body of the next booking is not recorded', () => {
    const hidden = again.book('completed', {}, { sentBody: 'unknown' });
    const { notable } = judge([...until502, again.search(), again.price(), hidden, ada.read('completed')]);
    expect(notable).toMatchObject({ [BEFORE_REBOOKING]: 'undecided' });
  });

  it('the same traveller is found regardless of the spelling of the name', () => {
    const written = again.book('completed', { traveller: { firstName: 'A\u0301da', lastName: ' BYRON' } });
    const first = ada.book(502, { traveller: { firstName: 'Áda', lastName: 'Byron' } });
    const judged = judge([ada.search(), ada.price(), first, again.search(), again.price(), written]);
    expect(judged.verdict(BEFORE_REBOOKING).broken).toBe(1);
  });

  it('the same booking again without a read breaks the rule', () => {
    const { notable, verdict } = judge([...until502, ada.book('completed'), ada.read('completed')]);
    expect(notable).toEqual({ [BEFORE_REBOOKING]: 'broken' });
    expect(verdict(BEFORE_REBOOKING).findings).toMatchObject([
      {
        actual: 'another booking for the same trip, 1 s later, with no response to a read before it',
        exchanges: [{ id: 'x3', status: 502 }, { id: 'x4' }],
      },
    ]);
  });

  it('a new search, and a booking of the same trip from it, breaks the rules', () => {
    expect(judge([...until502, ...rebooked]).notable).toEqual({
      [BEFORE_REBOOKING]: 'broken',
      [PROVES_NOTHING]: 'broken',
      [KEEP]: 'undecided',
    });
  });

  it('a read by the new searchId does not count', () => {
    const { notable } = judge([...until502, again.search(), again.read(400), again.price(), again.book('completed')]);
    expect(notable).toMatchObject({ [BEFORE_REBOOKING]: 'broken', [KEEP]: 'broken' });
  });

  it('a read by the new searchId alone shows that the client has lost the identifiers', () => {
    const { notable, verdict } = judge([...until502, again.search(), again.read(400)]);
    expect(notable).toEqual({ [KEEP]: 'broken', [PROVES_NOTHING]: 'warn' });
    expect(verdict(KEEP).findings[0]?.exchanges.map(({ id }) => id)).toEqual(['x5', 'x3']);
  });

  it('a read by the search of another traveller does not count', () => {
    const bob = traveller('bob');
    const others = [bob.search(), bob.price(), bob.read(400), bob.book('completed'), bob.read('completed')];
    expect(judge([...until502, ...others, ada.read(400)]).notable).toEqual({});
    const { notable } = judge([...until502, ...others]);
    expect(notable).toEqual({ [KEEP]: 'undecided', [PROVES_NOTHING]: 'warn' });
  });

  it('a read with a lost response does not count', () => {
    for (const outcome of [502, 500, null] as const)
      expect(judge([...until502, ada.read(outcome), ...rebooked]).notable).toMatchObject({
        [BEFORE_REBOOKING]: 'broken',
      });
  });

  it('a read for another traveller does not count', () => {
    const bob = traveller('bob');
    expect(judge([...until502, bob.search(), bob.read(400), ...rebooked]).notable).toMatchObject({
      [BEFORE_REBOOKING]: 'broken',
    });
  });

  it('other travellers with the same trip, and the return trip, are booked lawfully', () => {
    const back = traveller('back', { name: 'ada', pickupDateTime: '2027-03-18T09:00:00' });
    const others = [back, traveller('bob'), traveller('cy')].flatMap((one) => [
      ...[one.search(), one.price(), one.book('completed'), one.read('completed')],
    ]);
    expect(judge([...until502, ...others, ada.read(400)]).notable).toEqual({});
  });

  it('the partnerTrackingId identifies the same trip, and can be used to read it', () => {
    const own = { partnerTrackingId: 'own-1' };
    const other = traveller('ada-2', { name: 'ada' });
    const person = { firstName: 'ada', lastName: 'Byron', email: 'relay@example.com' };
    const lost = [ada.search(), ada.price(), ada.book(502, own)];
    const rebooked = (sent: object) => [
      ...[other.search(), other.price(), other.book('completed', { traveller: person, ...sent })],
      other.read('completed'),
    ];
    expect(judge([...lost, ...rebooked({})]).notable).not.toHaveProperty(BEFORE_REBOOKING);
    expect(judge([...lost, ...rebooked(own)]).notable).toMatchObject({ [BEFORE_REBOOKING]: 'broken' });
    const bob = traveller('bob');
    const others = [bob.search(), bob.price(), bob.book('completed', own), bob.read('completed')];
    expect(judge([...lost, ...others, ada.read(404, { searchId: ada.ids.searchId })]).notable).toEqual({});
    expect(
      judge([...lost, ada.read(400, own), ada.book('completed', own), ada.read('completed', own)]).notable,
    ).toEqual({});
  });

  it('a change confirmation is read before it is sent again', () => {
    const { changes } = ada;
    const untilLost = [
      ...[ada.search(), ada.price(), ada.book('completed'), ada.read('completed')],
      ...[changes.search(), changes.price(), changes.confirm(502)],
    ];
    const confirmed = [changes.confirm('completed'), changes.read('completed')];
    expect(judge([...untilLost, ...confirmed]).notable).toMatchObject({ [BEFORE_REBOOKING]: 'broken' });
    const original = ada.read('completed', { reservationId: ada.reservationId });
    expect(judge([...untilLost, original, ...confirmed]).notable).toEqual({});
  });

  it('a client that never reads gets a warning', () => {
    const { notable, findings } = judge(until502);
    expect(notable).toEqual({ [PROVES_NOTHING]: 'warn', [KEEP]: 'undecided' });
    expect(findings).toMatchObject([{ level: 'warn', assumption: 'conduct.read-after-lost' }]);
  });
});

describe('a booking whose response is lost in another way', () => {
  const ways: [string, string, Partial<Sketch>][] = [
    ['does not come', 'conduct.lost-transfer', { status: null }],
    ['cannot be read', 'conduct.lost-transfer', { body: 'unreadable' }],
    ['is JSON but no object', 'conduct.lost-transfer', { body: { text: '"OK"' } }],
    ['is a 500', 'conduct.server-error', { status: 500 }],
    ['is a 503', 'conduct.server-error', { status: 503 }],
    ['is the 504 of a gateway', 'conduct.server-error', { status: 504 }],
  ];
  it.each(ways)('gets a warning for another booking without a read if it %s', (_, assumption, lost) => {
    const untilLost = [ada.search(), ada.price(), ada.book('completed', {}, lost)];
    const { notable, findings } = judge([...untilLost, ada.book('completed'), ada.read('completed')]);
    expect(notable).toEqual({ [BEFORE_REBOOKING]: 'warn' });
    expect(findings).toMatchObject([{ level: 'warn', assumption }]);
    expect(judge([...untilLost, ada.read(400), ada.book('completed'), ada.read('completed')]).notable).toEqual({});
  });

  it('is judged when it ends, even if the other booking ended first', () => {
    const booked = [ada.search(), ada.price(), ada.book('completed', {}, { began: 10, ended: 12, at: AT + 10_000 })];
    const lost = ada.book(null, {}, { began: 3, ended: 20, at: AT });
    const { notable, findings } = judge([...booked, lost, ada.read('completed', undefined, { began: 30 })]);
    expect(notable).toEqual({ [BEFORE_REBOOKING]: 'warn' });
    expect(findings[0]?.exchanges.map(({ id }) => id)).toEqual(['x3', 'x4']);
  });

  it('cannot be decided if both were sent at the same time', () => {
    const booked = [ada.search(), ada.price(), ada.book('completed', {}, { began: 3, ended: 12, at: AT })];
    const lost = ada.book(null, {}, { began: 2.5, ended: 20, at: AT });
    expect(judge([...booked, lost, ada.read('completed', undefined, { began: 30 })]).notable).toEqual({
      [BEFORE_REBOOKING]: 'undecided',
    });
  });
});

describe('the same booking twice at the same time', () => {
  const until = [ada.search(), ada.price()];
  const hedged = (second: Partial<Sketch>) => [
    ...until,
    ada.book('completed', {}, { began: 2, ended: 8, at: AT }),
    ada.book('completed', {}, { began: 3, ended: 9, at: AT + 1000, ...second }),
    ada.read('completed', undefined, { began: 10, ended: 11 }),
  ];

  it('gets a warning under a separate assumption', () => {
    const { notable, findings } = judge(hedged({}));
    expect(notable).toEqual({ [BEFORE_REBOOKING]: 'warn' });
    expect(findings).toMatchObject([
      { level: 'warn', assumption: 'conduct.twin-booking', exchanges: [{ id: 'x3' }, { id: 'x4' }] },
    ]);
  });

  it('is sequential if the second begins after the response to the first', () => {
    const { findings } = judge(hedged({ began: 8 }));
    expect(findings.map(({ assumption }) => assumption)).toEqual(['conduct.booked-again']);
  });

  it('counts as two bookings if the travellers differ', () => {
    const bob = traveller('bob');
    const both = [...until, bob.search(), bob.price()];
    const sent = [
      ada.book('completed', {}, { began: 4, ended: 8, at: AT }),
      bob.book('completed', {}, { began: 5, ended: 9, at: AT }),
    ];
    const read = [ada, bob].map((one, i) => one.read('completed', undefined, { began: 10 + i, ended: 11 + i }));
    expect(judge([...both, ...sent, ...read]).notable).toEqual({});
  });
});

describe('a cancellation that returns 502', () => {
  const cancelled = [ada.search(), ada.price(), ada.book('completed'), ada.read('completed')];
  const lost = ada.cancel({}, { status: 502 });
  const byReservation = { reservationId: ada.reservationId };

  it('gets a warning if no read follows before the recording ends', () => {
    const { notable, findings } = judge([...cancelled, lost]);
    expect(notable).toEqual({ [PROVES_NOTHING]: 'warn' });
    expect(findings).toMatchObject([{ level: 'warn', assumption: 'conduct.read-after-lost' }]);
  });

  it('is resolved by a read, or by another cancellation with a response', () => {
    expect(judge([...cancelled, lost, ada.read('completed', byReservation)]).notable).toEqual({});
    expect(judge([...cancelled, lost, ada.cancel()]).notable).toEqual({});
    expect(judge([...cancelled, lost, ada.cancel({}, { status: 500 })]).notable).toEqual({ [PROVES_NOTHING]: 'warn' });
  });
});

const AT = Date.parse('2027-01-10T12:00:10Z');
