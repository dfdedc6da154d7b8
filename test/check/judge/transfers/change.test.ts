import { describe, expect, it } from 'vitest';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const RULE = 'transfer.change.call-order';
const ada = traveller('ada');
const bob = traveller('bob');
const { changes } = ada;
const booked = [ada.search(), ada.price(), ada.book('completed'), ada.read('completed')];
const untilPriced = [...booked, changes.search(), changes.price()];
const original = { reservationId: ada.reservationId };

describe('a change', () => {
  it('a change in its three calls keeps the rule', () => {
    const { notable, verdict } = judge([...untilPriced, changes.confirm('completed'), changes.read('completed')]);
    expect(notable).toEqual({});
    expect(verdict(RULE)).toMatchObject({ kept: 2 });
  });

  it('confirmed without a pricing breaks it', () => {
    const unpriced = changes.confirm('failed', { pricingToken: undefined });
    expect(judge([...booked, changes.search(), unpriced]).notable).toMatchObject({ [RULE]: 'broken' });
    const withBookingToken = changes.confirm('failed', { pricingToken: 'bt_V2h8K1m4+q7x0c3V6/b9N2-ada-change=' });
    expect(judge([...booked, changes.search(), withBookingToken]).notable).toMatchObject({ [RULE]: 'broken' });
  });

  it('confirmed with the pricing of an ordinary search breaks it', () => {
    const ordinary = changes.confirm('failed', { ...bob.ids, bookingToken: undefined });
    const { verdict } = judge([...booked, bob.search(), bob.price(), ordinary]);
    expect(verdict(RULE).findings).toMatchObject([{ actual: 'a pricing of an ordinary search' }]);
  });

  it('confirmed with the change search of another reservation breaks it', () => {
    const others = [bob.search(), bob.price(), bob.book('completed'), bob.read('completed')];
    const foreign = changes.confirm('failed', original, {});
    const wrong = { ...foreign, sent: { ...(foreign.sent as object), reservationId: bob.reservationId } };
    expect(judge([...untilPriced, ...others, wrong]).notable).toEqual({ [RULE]: 'broken' });
  });

  it('booked as a new reservation breaks it', () => {
    const asNew = ada.book('completed', {
      searchId: changes.searchId,
      resultId: 'result-ada-change',
      bookingToken: 'bt_V2h8K1m4+q7x0c3V6/b9N2-ada-change=',
      pricingToken: changes.pricingToken,
    });
    expect(judge([...untilPriced, asNew, changes.read('completed')]).notable).toEqual({ [RULE]: 'broken' });
  });

  it('may be confirmed after a cancellation if a read shows the reservation as active', () => {
    const cancelled = ada.cancel(undefined, { status: 502, received: {} });
    const confirmed = [changes.confirm('completed'), changes.read('completed')];
    const read = ada.read('completed', original);
    expect(judge([...untilPriced, cancelled, read, ...confirmed]).notable).toEqual({});
    expect(judge([...untilPriced, cancelled, ...confirmed]).verdict(RULE)).toMatchObject({ broken: 0, undecided: 1 });
  });

  it('breaks the rule if the original is cancelled before the confirmation', () => {
    const { notable } = judge([...untilPriced, ada.cancel(), changes.confirm('failed')]);
    expect(notable).toEqual({ [RULE]: 'broken' });
  });

  it.each(['pending', 502] as const)('a change that is %s is read before the original is cancelled', (outcome) => {
    const confirmed = [...untilPriced, changes.confirm(outcome)];
    expect(judge([...confirmed, ada.cancel(), changes.read('failed')]).notable).toEqual({ [RULE]: 'broken' });
    expect(judge([...confirmed, changes.read('failed'), ada.cancel()]).notable).toEqual({});
  });

  it('may be replaced by a cancellation of the original', () => {
    expect(judge([...untilPriced, ada.cancel()]).notable).toEqual({});
    expect(judge([...untilPriced, changes.confirm('failed'), ada.cancel()]).notable).toEqual({});
  });

  it('may follow a cancellation that was refused', () => {
    const refused = ada.cancel({}, { status: 400, received: { code: 'too_late' } });
    expect(judge([...untilPriced, refused, changes.confirm('completed'), changes.read('completed')]).notable).toEqual(
      {},
    );
  });

  it('may change the reservation of an earlier change', () => {
    const id = 'reservation-ada-change';
    const next = traveller('next');
    const found = next.changes.search({ reservationId: id }, {});
    expect(
      judge([
        ...[...untilPriced, changes.confirm('completed'), changes.read('completed')],
        ...[found, next.changes.price(), next.changes.confirm('completed', { reservationId: id })],
        next.changes.read('completed'),
      ]).notable,
    ).toEqual({});
  });

  it('is undecided if the pricing precedes the recording', () => {
    expect(judge([changes.confirm('completed')], 'it begins late').verdict(RULE).verdict).toBe('undecided');
  });
});
