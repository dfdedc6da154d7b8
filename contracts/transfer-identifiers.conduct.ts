import { show } from '../src/base/values/show.ts';
import type { ConductArea, ConductCheck, View } from '../src/check/judge/conduct.ts';
import { isLatestOpen, statusOf } from '../src/check/judge/expectations/bookings.ts';
import {
  gapFor,
  hasBody,
  isOfOther,
  isPlaceholder,
  judgeIdentifier,
  kindOf,
  sentIdentifier,
} from '../src/check/judge/expectations/identifiers.ts';
import type { Place, Selection } from '../src/check/judge/expectations/selection.ts';
import {
  isSamePlace,
  placeOfBookingToken,
  placeOfPricingToken,
  selectionOf,
} from '../src/check/judge/expectations/selection.ts';
import { NOT_SEEN } from '../src/check/judge/expectations/sent-body.ts';
import { editOf } from '../src/check/judge/expectations/token-edits.ts';
import { differenceOf } from '../src/check/judge/expectations/trips.ts';
import { sentField } from '../src/check/judge/knowledge.ts';

const selecting: ConductCheck['sees'] = ['priceTransfer', 'bookTransfer', 'confirmReservationChange'];
const reading: ConductCheck['sees'] = ['getReservation'];

const area: ConductArea = {
  name: 'transfer identifiers',
  checks: [
    {
      title: 'pricing and booking name the search by its searchId',
      rules: ['transfer.identifiers.search-id'],
      sees: selecting,
      occasion: 'a pricing, a booking or a change confirmation',
      wrong: 'They omit the searchId, or send another identifier or the searchId of another search.',
      right: 'Send the searchId of the search, or change search, of the selected offer.',
      scenarios: [],
      judge(view) {
        if (cannotBeSeen(view)) return;
        const selection = selectionOf(view);
        const { searchId, search, offer } = selection;
        if (search && offer) return view.kept();
        if (searchId === undefined) return missing(view, 'searchId');
        const priced = search ? undefined : placeOfPricingToken(selection)?.searchId;
        if (priced !== undefined && priced !== searchId)
          return view.broken({
            expected: `the searchId that was priced: ${priced}`,
            actual: `"${searchId}"`,
            pointer: '/searchId',
          });
        const foreign = search && placeOfOffer(view, selection);
        if (!foreign || foreign.searchId === searchId) return judgeIdentifier(view, 'searchId', searchId, '/searchId');
        view.broken({
          expected: `the searchId that came with result ${String(foreign.resultId)}: ${String(foreign.searchId)}`,
          actual: `the searchId of another search: ${searchId}`,
          pointer: '/searchId',
        });
      },
    },
    {
      title: 'a read by searchId names a search',
      rules: ['transfer.identifiers.search-id'],
      sees: reading,
      occasion: 'a reservation read by searchId',
      wrong: 'They put a resultId, a reservationId or their own number into `?searchId=`.',
      right: 'Read by the searchId of the booking request.',
      scenarios: [],
      judge: (view) => judgeQuery(view, 'searchId'),
    },
    {
      title: 'pricing and booking name the selected offer by its resultId',
      rules: ['transfer.identifiers.result-id'],
      sees: selecting,
      occasion: 'a pricing, a booking or a change confirmation',
      wrong: 'They send the position in the list, or the resultId of another search from an older page.',
      right: 'Send the resultId of the selected offer, with its searchId and token.',
      scenarios: [],
      judge(view) {
        if (cannotBeSeen(view)) return;
        const selection = selectionOf(view);
        if (selection.resultId === undefined) return missing(view, 'resultId');
        if (selection.offer) return judgeOffered(view, selection);
        judgeNotOffered(view, selection.resultId, selection);
      },
    },
    {
      title: 'pricing and booking carry the bookingToken of the offer',
      rules: ['transfer.identifiers.booking-token'],
      sees: ['priceTransfer', 'bookTransfer'],
      occasion: 'a pricing or a booking',
      wrong: 'They leave the bookingToken out of the booking, because the pricingToken seems to replace it.',
      right: 'Send the bookingToken of the selected offer in both calls.',
      scenarios: [],
      judge(view) {
        if (cannotBeSeen(view)) return;
        const { bookingToken, offer } = selectionOf(view);
        if (bookingToken === undefined) return missing(view, 'bookingToken');
        if (offer?.['bookingToken'] === bookingToken) return view.kept();
        judgeToken(view, 'bookingToken', bookingToken);
      },
    },
    {
      title: 'booking and change confirmation carry the pricingToken of the pricing',
      rules: ['transfer.identifiers.pricing-token'],
      sees: ['bookTransfer', 'confirmReservationChange'],
      occasion: 'a booking or a change confirmation',
      wrong: 'They send another or an invented identifier in its place.',
      right: 'Send the pricingToken from the pricing of the selected offer.',
      scenarios: [],
      judge(view) {
        if (cannotBeSeen(view)) return;
        const { pricingToken, pricing } = selectionOf(view);
        if (pricing) return view.kept();
        // Without a token, the client skipped the pricing: `transfer.pricing.mandatory` and
        // `transfer.change.call-order`.
        if (pricingToken !== undefined) judgeToken(view, 'pricingToken', pricingToken);
      },
    },
    {
      title: 'reads, rides and cancellations name the reservation by its reservationId',
      rules: ['transfer.identifiers.reservation-id'],
      sees: ['getReservation', 'getDriverAndVehicle', 'getTracking', 'cancelReservation'],
      occasion: 'a read, a call for driver, vehicle or tracking, or a cancellation with a reservationId',
      wrong: 'They send the confirmationNumber or the searchId as reservationId, or one of another profile.',
      right: 'Send the reservationId from the completed booking or a later read of it.',
      scenarios: [],
      judge(view) {
        const { operation } = view.exchange;
        const reservationId = sentIdentifier(view.exchange, 'reservationId');
        if (reservationId === undefined || isPlaceholder(reservationId)) {
          const isRide = operation === 'getDriverAndVehicle' || operation === 'getTracking';
          // After an incomplete booking, `transfer.booking.status-decides` covers it.
          if (isRide && !isLatestOpen(view.known))
            view.broken({ expected: 'a reservationId', actual: show(reservationId) });
          return;
        }
        const pointer = operation === 'cancelReservation' ? '/reservationId' : null;
        judgeIdentifier(view, 'reservationId', reservationId, pointer);
      },
    },
    {
      title: 'a read by confirmationNumber names a booking',
      rules: ['transfer.identifiers.confirmation-number'],
      sees: reading,
      occasion: 'a reservation read by confirmationNumber',
      wrong: 'They read by a number from the traveller, or by the reservationId.',
      right: 'Read by the confirmationNumber of the completed booking.',
      scenarios: [],
      judge: (view) => judgeQuery(view, 'confirmationNumber'),
    },
    {
      // Exchanges show what the client sends, not what it stores.
      title: 'two travellers have different partnerTrackingIds',
      rules: ['transfer.identifiers.partner-tracking-id'],
      sees: ['bookTransfer'],
      occasion: 'a booking with a partnerTrackingId',
      wrong: 'They send a constant or a batch id, and a read by it after a 502 finds the booking of another traveller.',
      right: 'Create a unique id for each booking, store it before the request, and send it.',
      scenarios: [],
      judge(view) {
        const { exchange, known } = view;
        const partnerTrackingId = sentField(exchange, 'partnerTrackingId');
        if (partnerTrackingId === undefined) return;
        const earlier = known.tryWith(partnerTrackingId);
        if (!earlier || !['completed', 'pending'].includes(statusOf(earlier) ?? '')) return view.kept();
        const difference = differenceOf(earlier, exchange, known);
        if (difference === null) return view.kept();
        if (difference === 'trip')
          return view.undecided('the same traveller used a partnerTrackingId for two trips, of one journey perhaps');
        view.broken({
          expected: 'a separate partnerTrackingId for each booking',
          actual: `"${partnerTrackingId}", with which another traveller was booked`,
          pointer: '/partnerTrackingId',
          before: [earlier],
          assumption: 'conduct.tracking-id',
        });
      },
    },
    {
      title: 'a read, a change search and a cancellation carry an identifier of the reservation',
      rules: ['transfer.identifiers.needed-later'],
      sees: ['getReservation', 'searchReservationChanges', 'cancelReservation'],
      occasion: 'a read, a change search or a cancellation',
      wrong:
        'They lose the identifiers after the booking and call without one, or send a placeholder, ' +
        '`undefined` for example.',
      right: 'Store all identifiers with the booking. Without an identifier, do not read, change or cancel.',
      scenarios: [],
      judge(view) {
        const { exchange } = view;
        const names = exchange.operation === 'getReservation' ? READ_KEYS : RESERVATION_ID;
        if (exchange.operation !== 'getReservation' && cannotBeSeen(view)) return;
        const sent = names.map((name) => sentIdentifier(exchange, name)).filter((value) => value !== undefined);
        const [only] = sent;
        // `transfer.identifiers.reservation-id` covers reads and cancellations with a wrong id, because it names these
        // calls.
        if (exchange.operation === 'searchReservationChanges' && only !== undefined && !isPlaceholder(only))
          return judgeIdentifier(view, 'reservationId', only, '/reservationId');
        if (sent.some((value) => !isPlaceholder(value))) return view.kept();
        view.broken({
          expected: `a ${names.join(', ')}${names.length > 1 ? ' (one of them)' : ''} that was received or sent before`,
          actual: sent.length === 0 ? 'none' : `"${sent.join('", "')}"`,
        });
      },
    },
  ],
};

export default area;

/** Reports a body missing from the recording. A body without a JSON object says nothing about identifiers. */
function cannotBeSeen(view: View): boolean {
  const { exchange } = view;
  if (exchange.request.body.kind === 'unknown') view.undecided(NOT_SEEN);
  return !hasBody(exchange);
}

/** The document requires only the pricingToken in a change confirmation. */
function missing(view: View, name: string): void {
  if (view.exchange.operation !== 'confirmReservationChange')
    view.broken({ expected: `a ${name}`, actual: 'none', pointer: `/${name}` });
}

function judgeQuery(view: View, name: 'searchId' | 'confirmationNumber'): void {
  const value = view.exchange.query.find((entry) => entry[0] === name)?.[1];
  if (value !== undefined && !isPlaceholder(value)) judgeIdentifier(view, name, value, null);
}

/** Returns the place that the tokens name, if it has the sent resultId. */
function placeOfOffer({ known }: View, selection: Selection): Place | undefined {
  const place = placeOfPricingToken(selection) ?? placeOfBookingToken(selection, known);
  // Tokens from another result do not show the intended search.
  return place?.resultId === selection.resultId ? place : undefined;
}

/** Judges the resultId. It is wrong if both tokens belong to another result from the same search. */
function judgeOffered(view: View, selection: Selection): void {
  const { searchId, resultId } = selection;
  const [booking, pricing] = [placeOfBookingToken(selection, view.known), placeOfPricingToken(selection)];
  const isOdd = booking && pricing && isSamePlace(booking, pricing) && booking.resultId !== resultId;
  if (!isOdd || booking.searchId !== searchId) return view.kept();
  view.broken({
    expected: `the resultId that both tokens belong to: ${String(booking.resultId)}`,
    actual: `another result of the search: ${String(resultId)}`,
    pointer: '/resultId',
  });
}

function judgeNotOffered(view: View, resultId: string, selection: Selection): void {
  const { searchId, search } = selection;
  if (!search) return judgeIdentifier(view, 'resultId', resultId, '/resultId');
  if (searchId !== undefined && view.known.isOffered(searchId, resultId)) return view.kept();
  // Then the searchId is wrong.
  if (placeOfOffer(view, selection)) return;
  const kind = kindOf(resultId, view.known);
  view.broken({
    expected: `a resultId that search ${String(searchId)} returned`,
    actual: kind === 'resultId' ? `one of another search: ${resultId}` : `"${resultId}", which it did not`,
    pointer: '/resultId',
  });
}

/** Judges a token. `transfer.token.unchanged` covers altered tokens. */
function judgeToken(view: View, name: 'bookingToken' | 'pricingToken', token: string): void {
  const { exchange, known } = view;
  const kind = kindOf(token, known);
  if (kind === name) return view.kept();
  // `transfer.pricing.mandatory` and `transfer.change.call-order` cover a bookingToken in place of the pricingToken.
  if (kind === 'bookingToken' && exchange.operation !== 'priceTransfer') return;
  const expected = `the ${name} that a response returned`;
  if (kind) return view.broken({ expected, actual: `a ${kind} in its place`, pointer: `/${name}` });
  if (editOf(token, view, selectionOf(view).offer)) return;
  const gap = gapFor(view, token);
  const isForeign = gap !== null && isOfOther(view, name, token);
  if (gap !== null && !isForeign && !isPlaceholder(token)) return view.undecided(gap);
  const received = isForeign ? 'which another profile received' : 'which none did';
  view.broken({ expected, actual: `${show(token)}, ${received}`, pointer: `/${name}` });
}

const READ_KEYS = ['reservationId', 'searchId', 'confirmationNumber', 'partnerTrackingId'];
const RESERVATION_ID = ['reservationId'];
