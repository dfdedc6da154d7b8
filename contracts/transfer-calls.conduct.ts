import { propertyOf } from '../src/base/values/property.ts';
import { show } from '../src/base/values/show.ts';
import type { ConductArea, View } from '../src/check/judge/conduct.ts';
import { readFor, statusOf } from '../src/check/judge/expectations/bookings.ts';
import { gapFor, hasBody, isPlaceholder, sentIdentifier } from '../src/check/judge/expectations/identifiers.ts';
import { selectionOf } from '../src/check/judge/expectations/selection.ts';
import { NOT_SEEN } from '../src/check/judge/expectations/sent-body.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import { sentBody } from '../src/check/judge/judged-exchange.ts';
import { fieldOf, reservationsIn, sentField } from '../src/check/judge/knowledge.ts';

const area: ConductArea = {
  name: 'the calls of a new reservation',
  checks: [
    {
      title: 'a booking follows the pricing of its offer',
      rules: ['transfer.pricing.mandatory'],
      sees: ['bookTransfer'],
      occasion: 'a booking',
      wrong: 'They book a search result directly, without a pricingToken or with the bookingToken in its place.',
      right: 'Call `POST /pricing` for the selected offer each time, and send the pricingToken that it returns.',
      scenarios: [],
      judge(view) {
        const { exchange } = view;
        if (exchange.request.body.kind === 'unknown') return view.undecided(NOT_SEEN);
        if (!hasBody(exchange)) return;
        const { pricing, pricingToken, bookingToken } = selectionOf(view);
        if (pricing) return pricing.ended <= exchange.began ? view.kept() : undefined;
        const expected = 'the pricingToken that the pricing of the offer returned';
        if (pricingToken === undefined || isPlaceholder(pricingToken))
          return view.broken({ expected, actual: show(pricingToken), pointer: '/pricingToken' });
        if (pricingToken === bookingToken || view.known.transferOffer('bookingToken', pricingToken))
          return view.broken({ expected, actual: 'a bookingToken in its place', pointer: '/pricingToken' });
        // The token rules cover any other token.
      },
    },
    {
      title: 'an offer is priced even when no amenities are chosen',
      rules: ['transfer.pricing.without-amenities'],
      sees: ['priceTransfer', 'bookTransfer'],
      occasion: 'a pricing without amenities, or a booking without a pricing before it',
      wrong: 'They call pricing only if the traveller chose an amenity, and book other offers directly.',
      right: 'Call `POST /pricing` without `amenities`, or with an empty list, and book with its pricingToken.',
      scenarios: [],
      judge(view) {
        const { exchange, known } = view;
        if (!hasBody(exchange)) return;
        if (exchange.operation === 'priceTransfer') {
          if (hasNoAmenities(sentBody(exchange))) view.kept();
          return;
        }
        const { pricingToken, pricing, resultId, bookingToken } = selectionOf(view);
        if (pricing || (pricingToken !== undefined && pricingToken !== bookingToken)) return;
        if (known.pricings.find((one) => (fieldOf(one, 'resultId') === resultId ? one : undefined))) return;
        const gap = known.gapFor(resultId ?? '');
        if (gap !== null) return view.undecided(gap);
        view.broken({
          expected: `a pricing of result ${String(resultId)}, with amenities or without`,
          actual: 'a booking, and no pricing of this result before it',
        });
      },
    },
    {
      title: 'a pricing follows its search',
      rules: ['transfer.booking.call-order'],
      sees: ['priceTransfer'],
      occasion: 'a pricing',
      wrong: 'They price with old or invented identifiers, without a search before it.',
      right: 'Search first, and price an offer of that search.',
      scenarios: [],
      judge(view) {
        const { exchange, known } = view;
        if (!hasBody(exchange)) return;
        const { search, searchId, resultId, bookingToken } = selectionOf(view);
        if (search) return view.kept();
        if (known.gap !== null) return view.undecided(known.gap);
        const isOfAny =
          (resultId !== undefined && known.transferOffer('resultId', resultId)) ||
          (bookingToken !== undefined && known.transferOffer('bookingToken', bookingToken));
        if (isOfAny) return;
        const gap = gapFor(view, searchId) ?? gapFor(view, resultId);
        if (gap !== null) return view.undecided(gap);
        view.broken({
          expected: 'a search before the pricing, and an offer of it',
          actual: `a pricing of searchId ${String(searchId)}, which no search returned`,
        });
      },
    },
    {
      title: 'a completed booking is read',
      rules: ['transfer.booking.call-order'],
      sees: ['bookTransfer', 'getReservation'],
      occasion: 'a booking whose response is completed',
      wrong: 'They stop after the response to the booking and never read the reservation.',
      right: 'Read the reservation once after the booking, as the fourth call of the order.',
      scenarios: [],
      judge(view) {
        const { exchange } = view;
        if (exchange.operation === 'bookTransfer') {
          if (sentField(exchange, 'searchId') !== undefined && statusOf(exchange) === 'completed')
            view.open(exchange.id);
          return;
        }
        for (const open of view.opened()) if (isReadBy(view, open.exchange)) open.keep();
      },
      end: () => ({
        outcome: 'broken',
        finding: {
          expected: 'a read of the reservation after the booking, the fourth call',
          actual: 'none until the recording ends',
          assumption: 'conduct.read-after-completed',
        },
      }),
    },
  ],
};

export default area;

function hasNoAmenities(body: unknown): boolean {
  const amenities = propertyOf(body, 'amenities');
  return amenities === undefined || amenities === null || (Array.isArray(amenities) && amenities.length === 0);
}

/** True for a request that reads a booking, even with a wrong parameter name: another rule covers the name. */
function isReadBy({ exchange, known }: View, booking: JudgedExchange): boolean {
  if (readFor(exchange, booking) === 'booking') return true;
  const value = sentIdentifier(exchange, 'reservationId') ?? sentIdentifier(exchange, 'confirmationNumber');
  if (value === undefined) return false;
  const { reservation } =
    known.reservation('reservationId', value) ?? known.reservation('confirmationNumber', value) ?? {};
  const id = reservation?.['reservationId'];
  return id !== undefined && reservationsIn(booking).some((one) => one['reservationId'] === id);
}
