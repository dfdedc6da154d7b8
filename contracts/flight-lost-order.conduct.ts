import type { ConductArea, View } from '../src/check/judge/conduct.ts';
import { areInFlightTogether, describeDoubt, isInDoubt } from '../src/check/judge/doubt.ts';
import { later } from '../src/check/judge/expectations/bookings.ts';
import { isAfter, lostBefore } from '../src/check/judge/expectations/lost.ts';
import { isSameJourney, isSameOrder, offerOf } from '../src/check/judge/expectations/orders.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import type { Knowledge } from '../src/check/judge/knowledge.ts';
import { fieldOf } from '../src/check/judge/knowledge.ts';
import { MAY_BE_TWO } from '../src/check/judge/subject.ts';

const area: ConductArea = {
  name: 'after a lost flight order',
  checks: [
    {
      title: 'the journey of a lost flight order is not ordered again',
      // The document has this rule for transfers only, so the finding is a warning under an assumption.
      rules: ['transfer.502.proves-nothing'],
      sees: ['createFlightOrder'],
      occasion: 'a flight order that returns 500, 502, 503 or 504, loses its response, or is sent twice',
      wrong:
        'They treat the error or the time-out as a failure and order the journey again, from a new search or with ' +
        'the same offerId: two tickets. Or they send an order twice at the same time.',
      right:
        'Do not order the journey again: no documented call reads an order, and the service may make every order ' +
        'that it gets. Report the outcome as unknown, and let a person check before any further order.',
      scenarios: [
        'timeout-after-commit',
        'dropped-after-commit',
        'server-error-after-commit',
        'truncated-body',
        'malformed-body',
      ],
      judge(view) {
        const { exchange, known } = view;
        for (const open of lostBefore(view))
          if (isOrderedAgain(open.exchange, exchange, known)) open.break(orderedAgain(open.exchange, exchange));
        const twin = known.orders.find((one) => (areTwins(one, exchange) ? one : undefined));
        if (twin) return view.broken({ ...sentTwice(twin, exchange), before: [twin] });
        if (exchange.mayBeTwo) view.undecided(MAY_BE_TWO);
        if (isInDoubt(exchange) && offerOf(exchange) !== undefined) lookBack(view);
      },
    },
    {
      title: 'a successful flight order is not sent again',
      rules: ['transfer.502.proves-nothing'],
      sees: ['createFlightOrder'],
      occasion: 'a flight order with the offer and passengers of a successful one',
      wrong:
        'The form is still open after the confirmation, and a second click sends the order again. The service may ' +
        'make every order that it gets: two tickets.',
      right: 'Send no further order for an offer after a response with an orderId.',
      scenarios: [],
      judge(view) {
        const { exchange, known } = view;
        const made = known.orders.find((one) => (isMadeBefore(one, exchange) ? one : undefined));
        if (!made) return;
        view.broken({
          expected: `one order of offer ${String(offerOf(made))}`,
          actual: `the same order, ${later(made, exchange)}, after order ${String(fieldOf(made, 'orderId'))}`,
          before: [made],
          assumption: 'conduct.booked-again',
        });
      },
    },
  ],
};

export default area;

/** Looks back from an abandoned order. It ends last, so the judge may have seen the next order before. */
function lookBack(view: View): void {
  const { exchange, known } = view;
  const next = known.orders.find((one) =>
    one.began > exchange.began && isOrderedAgain(exchange, one, known) ? one : undefined,
  );
  if (next) view.broken({ ...orderedAgain(exchange, next), before: [next] });
  else view.open(exchange.id);
}

function isOrderedAgain(lost: JudgedExchange, next: JudgedExchange, known: Knowledge): boolean {
  if (!isAfter(lost, next)) return false;
  return isSameOrder(lost, next) || isSameJourney(lost, next, known);
}

function isMadeBefore(made: JudgedExchange, next: JudgedExchange): boolean {
  return made.ended <= next.began && fieldOf(made, 'orderId') !== undefined && isSameOrder(made, next);
}

function areTwins(one: JudgedExchange, other: JudgedExchange): boolean {
  return isSameOrder(one, other) && areInFlightTogether(one, other);
}

function orderedAgain(lost: JudgedExchange, next: JudgedExchange) {
  const isSame = offerOf(lost) === offerOf(next);
  return {
    expected: `no order of the journey after the order that ${describeDoubt(lost)}`,
    actual: `${isSame ? 'the same order' : `an order of offer ${String(offerOf(next))}`}, ${later(lost, next)}`,
    assumption: 'conduct.lost-order',
  };
}

function sentTwice(one: JudgedExchange, other: JudgedExchange) {
  return {
    expected: `one order of offer ${String(offerOf(other))} on its way`,
    actual: `two, ${later(...inOrder(one, other))}`,
    assumption: 'conduct.twin-booking',
  };
}

function inOrder(one: JudgedExchange, other: JudgedExchange): [JudgedExchange, JudgedExchange] {
  return one.began <= other.began ? [one, other] : [other, one];
}
