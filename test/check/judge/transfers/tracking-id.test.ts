import { expect, it } from 'vitest';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const RULE = 'transfer.identifiers.partner-tracking-id';
const own = { partnerTrackingId: 'own-1' };
const book = (key: string, trip = {}, sent: object = own) => {
  const one = traveller(key, trip);
  return [one.search(), one.price(), one.book('completed', sent), one.read('completed')];
};

it('a separate partnerTrackingId for each booking keeps the rule', () => {
  expect(judge([...book('ada'), ...book('bob', {}, { partnerTrackingId: 'own-2' })]).verdict(RULE).verdict).toBe(
    'kept',
  );
});

it('a partnerTrackingId shared by two travellers gets a warning', () => {
  const { notable, findings } = judge([...book('ada'), ...book('bob')]);
  expect(notable).toEqual({ [RULE]: 'warn' });
  expect(findings).toMatchObject([{ assumption: 'conduct.tracking-id', pointer: '/partnerTrackingId' }]);
});

it('a partnerTrackingId shared by the outbound and the return trip is undecided', () => {
  const back = book('back', { name: 'ada', pickupDateTime: '2027-03-18T09:00:00' });
  expect(judge([...book('ada'), ...back]).verdict(RULE)).toMatchObject({ kept: 1, undecided: 1, warned: 0 });
});
