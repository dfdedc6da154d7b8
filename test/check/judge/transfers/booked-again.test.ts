import { describe, expect, it } from 'vitest';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const RULE = 'transfer.502.read-before-rebooking';
const ada = traveller('ada');
const again = traveller('ada-2', { name: 'ada' });
const lost = [ada.search(), ada.price(), ada.book(502)];
const shown = [...lost, ada.read('completed')];
const rebooked = [again.search(), again.price(), again.book('completed'), again.read('completed')];
const booked = [ada.search(), ada.price(), ada.book('completed'), ada.read('completed')];

describe('a trip that a response shows as booked', () => {
  it.each([
    ['the same booking is sent again after a read that shows it', [...shown, ada.book('completed')]],
    ['it is booked from a new search after a read that shows it', [...shown, ...rebooked]],
    ['the same booking is sent again after its own response', [...booked, ada.book('completed')]],
    [
      'the same booking is sent again after it was pending',
      [ada.search(), ada.price(), ada.book('pending'), ada.read('completed'), ada.book('completed')],
    ],
  ])('gets a warning if %s', (_, calls) => {
    const { notable, verdict } = judge([...calls, ada.read('completed')]);
    expect(notable).toEqual({ [RULE]: 'warn' });
    expect(verdict(RULE).findings).toMatchObject([
      { assumption: 'conduct.booked-again', actual: expect.stringContaining('another booking for it') as string },
    ]);
  });

  it.each([
    ['it was cancelled in between', [...shown, ada.cancel(), ...rebooked]],
    ['a second car was meant: nobody had to look for the first one', [...booked, ...rebooked]],
    ['the read finds nothing', [...lost, ada.read(400), ...rebooked]],
    ['the next booking is for another time', [...shown, ...atNoon()]],
    ['the read is still on its way', [...lost, ada.read('completed'), { ...ada.book('completed'), overlaps: true }]],
  ])('gets no such warning if %s', (_, calls) => {
    expect(
      judge(calls)
        .verdict(RULE)
        .findings.filter(({ assumption }) => assumption === 'conduct.booked-again'),
    ).toEqual([]);
  });

  it('does not meet the rule on 502 if no booking is in doubt', () => {
    expect(judge(booked).verdict(RULE).verdict).toBe('not met');
  });
});

function atNoon() {
  const noon = traveller('noon', { name: 'ada', pickupDateTime: '2027-03-15T12:00:00' });
  return [noon.search(), noon.price(), noon.book('completed'), noon.read('completed')];
}
