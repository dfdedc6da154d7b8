import type { ConductArea, Occasion, View } from '../src/check/judge/conduct.ts';
import { later } from '../src/check/judge/expectations/bookings.ts';
import { isAfter, lostBefore } from '../src/check/judge/expectations/lost.ts';
import { isSameJourney } from '../src/check/judge/expectations/orders.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import { isLost } from '../src/check/judge/judged-exchange.ts';

const area: ConductArea = {
  name: 'after a lost flight order',
  checks: [
    {
      title: 'after a lost flight order the journey is not ordered from another offer',
      // The document says it of transfers alone; the finding is a warning under an assumption.
      rules: ['transfer.502.proves-nothing'],
      sees: ['createFlightOrder'],
      occasion: 'a flight order whose response gets lost',
      wrong: 'They take the time-out for a failure, search again and order the journey from a new offer: two tickets.',
      right:
        'Send the same order for the same offerId again, which a service can tell from a new one. If the offer has ' +
        'expired, find out what became of the order before the journey is ordered again.',
      scenarios: ['timeout-after-commit', 'dropped-after-commit', 'truncated-body', 'malformed-body'],
      judge(view) {
        const { exchange } = view;
        for (const open of lostBefore(view)) judgeNext(view, open);
        if (!isLost(exchange) || offerOf(exchange) === undefined) return;
        const next = view.known.orders.find((one) => (follows(view, one) ? one : undefined));
        if (next) view.broken({ ...orderedAgain(exchange, next), before: [next] });
        else view.open(exchange.id);
      },
    },
  ],
};

export default area;

function judgeNext({ exchange, known }: View, open: Occasion): void {
  const isSameOffer = offerOf(open.exchange) === offerOf(exchange);
  if (isSameOffer) return isLost(exchange) ? undefined : open.drop();
  if (isAfter(open.exchange, exchange) && isSameJourney(open.exchange, exchange, known))
    open.break(orderedAgain(open.exchange, exchange));
}

/** An order whose client left ends last: the next one may have been judged before. */
function follows({ exchange, known }: View, next: JudgedExchange): boolean {
  if (next.began <= exchange.began || offerOf(next) === offerOf(exchange)) return false;
  return isAfter(exchange, next) && isSameJourney(exchange, next, known);
}

function orderedAgain(lost: JudgedExchange, next: JudgedExchange) {
  return {
    expected: `the same order for offer ${String(offerOf(lost))} again, or none`,
    actual: `an order of offer ${String(offerOf(next))} for the same journey, ${later(lost, next)}`,
    assumption: 'conduct.lost-order',
  };
}

function offerOf({ parameters }: JudgedExchange): string | undefined {
  return parameters['offerId'];
}
