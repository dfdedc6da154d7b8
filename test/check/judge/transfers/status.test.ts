import { describe, expect, it } from 'vitest';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const RULE = 'transfer.booking.status-decides';
const ada = traveller('ada');
const priced = [ada.search(), ada.price()];

describe('a booking that is not completed', () => {
  it('keeps the rule if nothing is done with a reservation', () => {
    expect(judge([...priced, ada.book('failed')]).verdict(RULE)).toMatchObject({ verdict: 'kept', kept: 1 });
    expect(judge([...priced, ada.book('pending'), ada.read('completed'), ada.track()]).notable).toEqual({});
  });

  it.each(['failed', 'pending'] as const)(
    'a booking that is %s breaks the rule if the client uses a reservation',
    (status) => {
      const until = [...priced, ada.book(status)];
      for (const use of [
        ada.track({ reservationId: 'undefined' }),
        ada.track({ reservationId: ada.ids.searchId }),
        ada.cancel({ reservationId: ada.ids.resultId }),
        ada.cancel({ reservationId: undefined }),
        ada.changes.search({ reservationId: '' }),
      ]) {
        const { verdict } = judge([...until, use]);
        expect(verdict(RULE)).toMatchObject({
          broken: 1,
          findings: [{ expected: `no use of a reservation after a booking that is ${status}` }],
        });
      }
    },
  );

  it('breaks the rule if the client uses a reservationId from its response', () => {
    const reservations = [{ reservationId: ada.reservationId, searchId: ada.ids.searchId }];
    const received = { status: 'pending', completed: false, searchId: ada.ids.searchId, reservations };
    const until = [...priced, ada.book('pending', {}, { received })];
    expect(judge([...until, ada.track()]).verdict(RULE).verdict).toBe('broken');
    expect(judge([...until, ada.read('completed'), ada.track()]).notable).toEqual({});
  });

  it('breaks the rule if the client uses a reservationId from a pending read', () => {
    const reservations = [{ reservationId: ada.reservationId, searchId: ada.ids.searchId }];
    const received = { status: 'pending', completed: false, searchId: ada.ids.searchId, reservations };
    const until = [...priced, ada.book('pending'), ada.read('pending', undefined, { received })];
    expect(judge([...until, ada.track()]).verdict(RULE).verdict).toBe('broken');
    expect(judge([...until, ada.cancel()]).verdict(RULE).broken).toBe(0);
  });

  it('breaks no rule with a ride call after another booking was completed', () => {
    const bob = traveller('bob');
    const others = [bob.search(), bob.price(), bob.book('completed'), bob.read('completed')];
    const { notable } = judge([...priced, ada.book('failed'), ...others, bob.track({ reservationId: 'undefined' })]);
    expect(notable).toEqual({ 'transfer.identifiers.reservation-id': 'broken' });
  });

  it('does not affect other reservations', () => {
    const bob = traveller('bob');
    const others = [bob.search(), bob.price(), bob.book('completed'), bob.read('completed'), bob.track(), bob.cancel()];
    expect(judge([...priced, ada.book('failed'), ...others]).notable).toEqual({});
  });

  it('a failed booking may be corrected with the same tokens', () => {
    const corrected = [ada.book('completed', { specialInstructions: 'ring' }), ada.read('completed'), ada.track()];
    expect(judge([...priced, ada.book('failed'), ...corrected]).notable).toEqual({});
  });

  it('leaves the original of a failed change usable', () => {
    const { changes } = ada;
    const changed = [changes.search(), changes.price(), changes.confirm('failed')];
    expect(
      judge([...priced, ada.book('completed'), ada.read('completed'), ...changed, ada.track(), ada.cancel()]).notable,
    ).toEqual({});
  });
});
