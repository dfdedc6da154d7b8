import { describe, expect, it } from 'vitest';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const ORDER = 'transfer.booking.call-order';
const PRICING = 'transfer.pricing.mandatory';
const AMENITIES = 'transfer.pricing.without-amenities';
const ada = traveller('ada');
const bob = traveller('bob');

describe('a new reservation', () => {
  it('a reservation in the four calls keeps the rules', () => {
    const { notable, verdict } = judge([ada.search(), ada.price(), ada.book('completed'), ada.read('completed')]);
    expect(notable).toEqual({});
    for (const rule of [ORDER, PRICING, AMENITIES]) expect(verdict(rule).verdict).toBe('kept');
  });

  it('a reservation without a pricing breaks the rules', () => {
    const { notable } = judge([ada.search(), ada.book('failed', { pricingToken: undefined })]);
    expect(notable).toEqual({ [PRICING]: 'broken', [AMENITIES]: 'broken' });
  });

  it('a reservation with the bookingToken in place of the pricingToken breaks the rules', () => {
    const booked = [ada.search(), ada.book('completed', { pricingToken: ada.ids.bookingToken }), ada.read('completed')];
    expect(judge(booked).notable).toEqual({ [PRICING]: 'broken', [AMENITIES]: 'broken' });
  });

  it('a priced reservation booked without the pricingToken breaks the pricing rules alone', () => {
    const { notable } = judge([ada.search(), ada.price(), ada.book('failed', { pricingToken: undefined })]);
    expect(notable).toEqual({ [PRICING]: 'broken' });
  });

  it('a reservation without a search breaks the call order in a complete recording', () => {
    const refused = ada.price({}, { status: 400, received: { code: 'offer_not_found' } });
    expect(judge([refused]).notable).toMatchObject({ [ORDER]: 'broken' });
    expect(judge([ada.price()]).notable).toMatchObject({ [ORDER]: 'undecided' });
    expect(judge([ada.price()], 'it begins late').notable).toMatchObject({ [ORDER]: 'undecided' });
  });

  it('a completed reservation that is never read gets a warning', () => {
    const { notable, findings } = judge([ada.search(), ada.price(), ada.book('completed')]);
    expect(notable).toEqual({ [ORDER]: 'warn' });
    expect(findings).toMatchObject([{ assumption: 'conduct.read-after-completed' }]);
  });

  it.each([
    ['reservationId', { reservationId: ada.reservationId }],
    ['confirmationNumber', { confirmationNumber: ada.confirmationNumber }],
    ['partnerTrackingId', { partnerTrackingId: 'own-1' }],
  ])('may be read by its %s', (_, query) => {
    const booking = ada.book('completed', { partnerTrackingId: 'own-1' });
    for (const outcome of ['completed', null] as const)
      expect(judge([ada.search(), ada.price(), booking, ada.read(outcome, { ...query })]).notable).toEqual({});
  });

  it('does not count as read after a read of another reservation from the same search', () => {
    const booking = (name: string) => {
      const reservation = { reservationId: `r-${name}`, searchId: ada.ids.searchId, traveller: { firstName: name } };
      const received = { status: 'completed', completed: true, reservations: [reservation] };
      return { booked: ada.book('completed', { traveller: { firstName: name } }, { received }), received };
    };
    const [one, other] = [booking('ada'), booking('eve')];
    const read = ada.read('completed', { reservationId: 'r-eve' }, { received: other.received });
    const { verdict } = judge([ada.search(), ada.price(), one.booked, other.booked, read]);
    expect(verdict(ORDER)).toMatchObject({ warned: 1, findings: [{ exchanges: [{ id: 'x3' }] }] });
  });

  it('does not count as read after a read of another reservation', () => {
    const others = [bob.search(), bob.price(), bob.book('completed'), bob.read('completed')];
    expect(judge([ada.search(), ada.price(), ada.book('completed'), ...others]).notable).toEqual({ [ORDER]: 'warn' });
  });
});
