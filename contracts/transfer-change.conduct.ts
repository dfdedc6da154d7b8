import type { ConductArea, Occasion, View } from '../src/check/judge/conduct.ts';
import { assumptionFor, isInDoubt } from '../src/check/judge/doubt.ts';
import { isDefinite, later, readFor, showsOutcome, statusOf } from '../src/check/judge/expectations/bookings.ts';
import { gapFor, hasBody } from '../src/check/judge/expectations/identifiers.ts';
import { whatFollowed } from '../src/check/judge/expectations/lost.ts';
import { selectionOf } from '../src/check/judge/expectations/selection.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import { receivedBody } from '../src/check/judge/judged-exchange.ts';
import { reservationsIn, sentField } from '../src/check/judge/knowledge.ts';

const rules = ['transfer.change.call-order'];

const area: ConductArea = {
  name: 'the calls of a change',
  checks: [
    {
      title: 'a change is confirmed with the pricing of its change search',
      rules,
      sees: ['bookTransfer', 'confirmReservationChange'],
      occasion: 'a change confirmation, or a booking with the pricing of a change search',
      wrong:
        'They confirm a change with an offer of an ordinary search, or without a pricing; or they book the offer of ' +
        'a change search as a second reservation.',
      right:
        'Call `POST /reservations/changes/search` for the reservation, price one of its offers, and send the ' +
        'pricingToken to `POST /reservations/changes`.',
      scenarios: [],
      judge(view) {
        if (!hasBody(view.exchange)) return;
        if (view.exchange.operation === 'bookTransfer') judgeBooking(view);
        else judgeConfirmation(view);
      },
    },
    {
      title: 'the original is not cancelled before its change is confirmed',
      rules,
      sees: ['searchReservationChanges', 'confirmReservationChange', 'cancelReservation', 'getReservation'],
      occasion: 'a change search',
      wrong:
        'They cancel the reservation before the change, or while the change is pending. ' +
        'If the change fails, the traveller has no car.',
      right: 'Do not cancel the original: it stays active until the change is completed, and then ends automatically.',
      scenarios: ['pending', 'pending-then-failed', '502'],
      judge(view) {
        const { exchange } = view;
        switch (exchange.operation) {
          case 'searchReservationChanges':
            return openChange(view);
          case 'confirmReservationChange':
            return takeConfirmation(view);
          case 'cancelReservation':
            return takeCancellation(view);
          default:
            for (const open of view.opened()) keepWhereDecided(exchange, open);
        }
      },
    },
  ],
};

export default area;

/** Returns the search behind a request's pricing. */
function searchOfPricing(view: View): JudgedExchange | undefined {
  const { pricing } = selectionOf(view);
  const searchId = pricing && sentField(pricing, 'searchId');
  return searchId === undefined ? undefined : view.known.transferSearch(searchId);
}

function judgeBooking(view: View): void {
  const search = searchOfPricing(view);
  if (search?.operation !== 'searchReservationChanges') return;
  view.broken({
    expected: 'a change confirmation with the pricing of a change search',
    actual: 'a booking of a new reservation with it',
    pointer: '/pricingToken',
    before: [search],
  });
}

function judgeConfirmation(view: View): void {
  const { exchange, known } = view;
  const { pricing, pricingToken } = selectionOf(view);
  const expected = 'a pricing of the change search for this reservation';
  if (pricingToken === undefined) return view.broken({ expected, actual: 'none', pointer: '/pricingToken' });
  const search = searchOfPricing(view);
  if (!pricing || !search) {
    const isUnpriced = !pricing && !!known.transferOffer('bookingToken', pricingToken);
    if (isUnpriced) return view.broken({ expected, actual: 'a bookingToken, not priced', pointer: '/pricingToken' });
    const gap = gapFor(view, pricingToken);
    return gap === null ? undefined : view.undecided(gap);
  }
  const actual = whatIsOff(search, exchange);
  if (actual === undefined) return view.kept();
  view.broken({ expected, actual, pointer: '/pricingToken', before: [search] });
}

function whatIsOff(search: JudgedExchange, confirmation: JudgedExchange): string | undefined {
  if (search.operation !== 'searchReservationChanges') return 'a pricing of an ordinary search';
  const [searched, confirmed] = [sentField(search, 'reservationId'), sentField(confirmation, 'reservationId')];
  const isOther = searched !== undefined && confirmed !== undefined && searched !== confirmed;
  return isOther ? `a pricing of the change search for reservation ${searched}` : undefined;
}

/** A change in progress: the original's cancellation, and the confirmation with an unknown outcome. */
interface Change {
  cancelled?: JudgedExchange;
  confirming?: JudgedExchange;
}

function changeOf({ data }: Occasion): Change {
  return data as Change;
}

function openChange(view: View): void {
  const reservationId = sentField(view.exchange, 'reservationId');
  if (reservationId === undefined || receivedBody(view.exchange) === undefined) return;
  const earlier = view.find(reservationId);
  // A further search for the same change does not undo the earlier steps.
  if (earlier && changeOf(earlier).confirming) return;
  view.open(reservationId, {} satisfies Change);
}

function takeConfirmation(view: View): void {
  const { exchange } = view;
  const open = occasionFor(view);
  if (!open) return;
  const { cancelled } = changeOf(open);
  // An abandoned confirmation ends last: the client may have read its outcome before the cancellation.
  if (cancelled && cancelled.ended > exchange.began) return open.drop();
  if (cancelled && cancelled.response?.status !== 200)
    return open.leaveUndecided('the recording does not show a cancellation of the original');
  if (cancelled)
    return open.break({
      expected: 'the change confirmed first, while the original is active',
      actual: `the original cancelled, and the change confirmed ${later(cancelled, exchange)}`,
      before: [cancelled],
    });
  const status = statusOf(exchange);
  if (isInDoubt(exchange) && whatFollowed(view).kind !== 'nothing') return open.drop();
  if (status === 'pending' || isInDoubt(exchange)) open.data = { confirming: exchange } satisfies Change;
  else if (status === 'completed' || status === 'failed') open.keep();
}

function takeCancellation(view: View): void {
  const { exchange } = view;
  const open = occasionFor(view);
  if (!open || (exchange.response && exchange.response.status >= 400 && exchange.response.status < 500)) return;
  const { confirming } = changeOf(open);
  if (!confirming) {
    open.data = { cancelled: exchange } satisfies Change;
    return;
  }
  open.break({
    expected: 'an outcome of the change before the original is cancelled',
    actual: `the original cancelled ${later(confirming, exchange)}`,
    before: [confirming],
    ...(isInDoubt(confirming) && assumptionFor(confirming)),
  });
}

function occasionFor(view: View): Occasion | undefined {
  const reservationId = sentField(view.exchange, 'reservationId');
  return reservationId === undefined ? undefined : view.find(reservationId);
}

function keepWhereDecided(read: JudgedExchange, open: Occasion): void {
  const { cancelled, confirming } = changeOf(open);
  if (cancelled && showsActive(read, open.key)) open.data = {} satisfies Change;
  if (!confirming || readFor(read, confirming) === null) return;
  if (showsOutcome(read, confirming) || (isInDoubt(confirming) && isDefinite(read))) open.keep();
}

/** True if a read shows a reservation as not cancelled. */
function showsActive(read: JudgedExchange, reservationId: string): boolean {
  const original = reservationsIn(read).find((one) => one['reservationId'] === reservationId);
  return original?.['state'] === 'confirmed';
}
