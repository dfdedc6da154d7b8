import { toIso } from '../src/base/clock.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import {
  expectAlwaysRefused,
  expectEvery,
  expectOfEach,
  fail,
  TRIES,
} from '../src/check/verify/expectations/expect.ts';
import { findReadableText } from '../src/check/verify/expectations/readable.ts';
import { requireAcceptedWithoutFlaw } from '../src/check/verify/fixtures/flawed-requests.ts';
import type { Flaws, Place } from '../src/check/verify/fixtures/positions.ts';
import { atEveryPosition, expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import {
  bookingPositions,
  confirmationPositions,
  pricingPositions,
} from '../src/check/verify/fixtures/transfer-positions.ts';
import type { FoundTransfer, PricedTransfer } from '../src/check/verify/fixtures/transfer-requests.ts';
import { amendable, usableOffers } from '../src/check/verify/fixtures/transfer-requests.ts';
import {
  bookedTransfer,
  bookTransfer,
  confirmChange,
  findChange,
  findStranger,
  findTransfer,
  pickAnother,
  pricedTransfer,
  priceTransfer,
  searchChanges,
  searchTransfers,
} from '../src/check/verify/fixtures/transfers.ts';
import { altered } from '../src/check/verify/fixtures/wrong-values.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { TransferOffer } from '../src/interface/api.ts';

const area: Area = {
  name: 'transfer tokens',
  contracts: [
    {
      title: 'the bookingTokens of all searches of the run are opaque',
      rules: ['transfer.token.opaque'],
      calls: ['searchTransfers'],
      atEnd: true,
      async check(trial) {
        for (let made = 0; made < TRIES; made++)
          trial.requireSetup(await searchTransfers(trial), 'needs a transfer search, and it was refused');
        const searches = trial.recording.of('searchTransfers').map(({ exchange }) => exchange);
        const withOffers = searches.filter(({ value }) => select(value, '/offers/*').length > 0).slice(-MOST_SEARCHES);
        if (withOffers.length === 0) throw new PreconditionNotMet('needs a transfer search that has offers');
        expectOfEach(withOffers, (search) => expectOpaque(search, '/offers/*/bookingToken'));
      },
    },
    {
      title: 'the bookingTokens of a change search are opaque',
      rules: ['transfer.token.opaque'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'searchReservationChanges'],
      async check(trial) {
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial, amendable);
        expectOpaque(
          trial.requireSetup(await searchChanges(trial, reservationId), 'needs a change search, and it was refused'),
          '/offers/*/bookingToken',
          [reservationId],
        );
      },
    },
    {
      title: 'a pricingToken is opaque',
      rules: ['transfer.token.opaque'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const found = await findTransfer(trial);
        expectOpaque(
          trial.requireSetup(await priceTransfer(trial, found), 'needs a priced transfer, and pricing was refused'),
          '/pricingToken',
          [found.searchId, found.offer.resultId],
        );
      },
    },
    {
      title: 'pricing refuses an altered bookingToken',
      rules: ['transfer.token.unchanged'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        await expectRefusedAt(trial, 'pricing', pricingPositions(), alterations('bookingToken'));
      },
    },
    {
      title: 'booking refuses an altered bookingToken',
      rules: ['transfer.token.unchanged'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await expectRefusedAt(trial, 'a booking', bookingPositions(), alterations('bookingToken'));
      },
    },
    {
      title: 'booking refuses an altered pricingToken',
      rules: ['transfer.token.unchanged'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await expectRefusedAt(trial, 'a booking', bookingPositions(), alterations('pricingToken'));
      },
    },
    {
      title: 'a change confirmation refuses an altered pricingToken',
      rules: ['transfer.token.unchanged'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        await expectRefusedAt(trial, 'a change confirmation', confirmationPositions(), alterations('pricingToken'));
      },
    },
    {
      title: 'every offer of a search has a unique bookingToken',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers'],
      async check(trial) {
        const { search } = await findTransfer(trial);
        const tokens = usableOffers(search).map(({ bookingToken }) => bookingToken);
        expectEvery(
          search,
          '/offers/*/bookingToken',
          'a unique bookingToken',
          (token) => tokens.filter((one) => one === token).length < 2,
        );
      },
    },
    {
      title: 'pricing refuses the bookingToken of another offer, from the same or another search',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const refusals = await expectRefusedAt(trial, 'pricing', pricingPositions(), {
          'the bookingToken of another offer of the same search': (body, found) => ({
            ...body,
            bookingToken: pickAnother(found).offer.bookingToken,
          }),
          'the bookingToken of an offer of another search': async (body, found) => ({
            ...body,
            bookingToken: (await findStranger(trial, isOther(found))).offer.bookingToken,
          }),
        });
        for (const refusal of refusals)
          warnUnlessRefusedWith(trial, 'transfer.pricing-rejections', refusal, 400, 'booking_token_invalid');
      },
    },
    {
      title: 'booking refuses the bookingToken of another offer, from the same or another search',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await expectRefusedAt(trial, 'a booking', bookingPositions(), {
          'the bookingToken of another offer of the same search': (body, priced) => ({
            ...body,
            bookingToken: pickAnother(priced).offer.bookingToken,
          }),
          'the bookingToken of an offer of another search': async (body, priced) => ({
            ...body,
            bookingToken: (await findStranger(trial, isOther(priced))).offer.bookingToken,
          }),
        });
      },
    },
    {
      title: 'booking refuses the pricingToken of another offer, from the same or another search',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const refusals = await expectRefusedAt(trial, 'a booking', bookingPositions(), foreignPricings(trial));
        for (const refusal of refusals) warnUnlessRefusedWith(trial, 'transfer.booking-refusals', refusal, 200);
      },
    },
    {
      title: 'a change confirmation refuses the pricingToken of another offer, from the same or another search',
      rules: ['transfer.token.bound-to-offer'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const positions = confirmationPositions();
        const refusals = await expectRefusedAt(trial, 'a change confirmation', positions, foreignPricings(trial));
        for (const refusal of refusals) warnUnlessRefusedWith(trial, 'transfer.booking-refusals', refusal, 200);
      },
    },
    {
      title: 'a used pricingToken books the same request once, and no other',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await atEveryPosition(trial, bookingPositions(), (place) => expectUsedOnce(trial, place));
      },
    },
    {
      title: 'a used pricingToken changes a reservation once, and by no other request',
      rules: ['transfer.token.bound-to-offer'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        await atEveryPosition(trial, confirmationPositions(), (place) => expectUsedOnce(trial, place));
      },
    },
    {
      title: "a bookingToken cannot be priced from the offer's expiresAt on",
      rules: ['transfer.token.expires-with-offer'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const found = await findTransfer(own);
        await pricedTransfer(own, found);
        await own.clock.set(endOf(found));
        const late = await expectAlwaysRefused(`pricing at ${found.offer.expiresAt}, when the offer expires,`, () =>
          priceTransfer(own, found),
        );
        warnUnlessRefusedWith(own, 'transfer.pricing-rejections', late, 400, 'token_expired');
      },
    },
    {
      title: "a pricingToken cannot be booked from the offer's expiresAt on",
      rules: ['transfer.token.expires-with-offer'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const priced = await pricedTransfer(own);
        await own.clock.set(endOf(priced));
        const late = await expectAlwaysRefused(`a booking at ${priced.offer.expiresAt}, when the offer expires,`, () =>
          bookTransfer(own, priced),
        );
        warnUnlessRefusedWith(own, 'transfer.booking-refusals', late, 200);
        requireAcceptedWithoutFlaw(
          own,
          await bookTransfer(own, await pricedTransfer(own)),
          'a booking that is not late',
        );
      },
    },
    {
      title: "a change cannot be priced or confirmed from the offer's expiresAt on",
      rules: ['transfer.token.expires-with-offer'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const {
          reservation: { reservationId },
        } = await bookedTransfer(own, amendable);
        const priced = await pricedTransfer(own, await findChange(own, reservationId));
        await own.clock.set(endOf(priced));
        const late = await expectAlwaysRefused(
          `a change confirmation at ${priced.offer.expiresAt}, when the offer expires,`,
          () => confirmChange(own, reservationId, priced),
        );
        warnUnlessRefusedWith(own, 'transfer.booking-refusals', late, 200);
        await expectAlwaysRefused(`pricing of a change at ${priced.offer.expiresAt}, when the offer expires,`, () =>
          priceTransfer(own, priced),
        );
        requireAcceptedWithoutFlaw(
          own,
          await confirmChange(own, reservationId, await pricedTransfer(own, await findChange(own, reservationId))),
          'a change confirmation that is not late',
        );
      },
    },
    {
      title: 'every offer of a transfer search has an expiresAt in the future',
      rules: ['transfer.offer.expires-at'],
      calls: ['searchTransfers'],
      async check(trial) {
        expectAhead(
          trial,
          trial.requireSetup(await searchTransfers(trial), 'needs a transfer search, and it was refused'),
        );
      },
    },
    {
      title: 'every offer of a change search has an expiresAt in the future',
      rules: ['transfer.offer.expires-at'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'searchReservationChanges'],
      async check(trial) {
        const { reservation } = await bookedTransfer(trial, amendable);
        expectAhead(
          trial,
          trial.requireSetup(
            await searchChanges(trial, reservation.reservationId),
            'needs a change search, and it was refused',
          ),
        );
      },
    },
    {
      title: 'an offer can be priced until the last millisecond before its expiresAt',
      rules: ['transfer.offer.expires-at'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const found = await findTransfer(own);
        await pricedTransfer(own, found);
        await own.clock.set(endOf(found) - 1);
        const last = await priceTransfer(own, found);
        if (!isAccepted(last))
          fail(
            last,
            `pricing a millisecond before the expiresAt ${found.offer.expiresAt} to be accepted, as it was at first`,
            describeOutcome(last),
          );
      },
    },
    {
      title: 'an offer can be booked until the last millisecond before its expiresAt',
      rules: ['transfer.offer.expires-at'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const priced = await pricedTransfer(own);
        await own.clock.set(endOf(priced) - 1);
        const last = await bookTransfer(own, priced);
        if (isAccepted(last)) return;
        requireAcceptedWithoutFlaw(
          own,
          await bookTransfer(own, await pricedTransfer(own)),
          'a booking that is in good time',
        );
        fail(
          last,
          `a booking a millisecond before the expiresAt ${priced.offer.expiresAt} to be accepted, as one in ` +
            'good time is',
          describeOutcome(last),
        );
      },
    },
    {
      title: 'a change can be confirmed until the last millisecond before the expiresAt of its offer',
      rules: ['transfer.offer.expires-at'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const {
          reservation: { reservationId },
        } = await bookedTransfer(own, amendable);
        const priced = await pricedTransfer(own, await findChange(own, reservationId));
        await own.clock.set(endOf(priced) - 1);
        const last = await confirmChange(own, reservationId, priced);
        if (isAccepted(last)) return;
        requireAcceptedWithoutFlaw(
          own,
          await confirmChange(own, reservationId, await pricedTransfer(own, await findChange(own, reservationId))),
          'a change confirmation in good time',
        );
        fail(
          last,
          `a change confirmation a millisecond before the expiresAt ${priced.offer.expiresAt} to be accepted, ` +
            'as one in good time is',
          describeOutcome(last),
        );
      },
    },
  ],
};

export default area;

/** Maximum number of searches whose tokens are read. Each token is read in many decodings. */
const MOST_SEARCHES = 30;

/** Expects tokens to contain neither identifiers from their own response nor those in `named`. */
function expectOpaque(exchange: CheckedExchange, pattern: string, named: readonly string[] = []): void {
  const { value: body } = exchange;
  const own = ['/searchId', '/offers/*/resultId']
    .flatMap((place) => select(body, place))
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
  // Another rule requires the token itself.
  const tokens = select(body, pattern).filter(({ value }) => value !== undefined && value !== null);
  if (tokens.length === 0) throw new PreconditionNotMet(`no response had anything at ${pattern}`);
  for (const { value, pointer } of tokens) {
    if (typeof value !== 'string') fail(exchange, 'a token as one string', show(value), pointer);
    const content = findReadableText(value, [...own, ...named]);
    if (content !== null) fail(exchange, 'an opaque token', `${show(value)}, which holds ${content}`, pointer);
  }
}

function expectAhead(trial: Trial, search: CheckedExchange): void {
  const now = trial.now();
  expectEvery(
    search,
    '/offers/*/expiresAt',
    `an instant after ${toIso(now)}`,
    (value) => typeof value === 'string' && Date.parse(value) > now,
  );
}

/** Sends a request twice, and then with another traveller. The document says nothing about used tokens. */
async function expectUsedOnce<Of>(trial: Trial, { element, send }: Place<object, Of>): Promise<void> {
  const first = await send(element);
  trial.requireSetup(first, 'needs a booking or a change that is made', isAccepted(first));
  const idsOf = ({ value }: CheckedExchange) =>
    show(select(value, '/reservations/*/reservationId').map((id) => id.value));
  const again = await send(element);
  if (isAccepted(again) && idsOf(again) !== idsOf(first))
    trial.warn('transfer.resend', {
      expected: `the reservation ${idsOf(first)} for the same request, as in ${first.exchangeId}`,
      actual: idsOf(again),
      pointer: '/reservations',
      exchange: again,
    });
  const traveller = { firstName: 'Eve', lastName: 'Gray', email: 'eve@example.com', phoneNumber: '+34612345679' };
  const other = await send({ ...element, traveller });
  warnUnlessRefusedWith(trial, 'transfer.resend', other, 200, 'pricing_already_used');
}

/** Returns token flaws: one character changed, one added and one removed. */
function alterations(name: string): Flaws<object> {
  return Object.fromEntries(
    altered('x').map(({ how }, index) => [
      `a ${name} that has ${how}`,
      (body: object) => ({ ...body, [name]: altered(String(propertyOf(body, name)))[index]?.token }),
    ]),
  );
}

/** Returns flaws with another offer's pricingToken. A company may have only one offer for a change. */
function foreignPricings(trial: Trial): Flaws<object, PricedTransfer> {
  return {
    'the pricingToken of another offer of the same search': async (body, own) =>
      usableOffers(own.search).length > 1
        ? { ...body, pricingToken: (await pricedTransfer(trial, pickAnother(own))).pricingToken }
        : undefined,
    'the pricingToken of an offer of another search': async (body, own) => ({
      ...body,
      pricingToken: (await findStranger(trial, isOther(own))).pricingToken,
    }),
  };
}

/** True for an offer with another token. */
function isOther({ offer }: FoundTransfer): (other: TransferOffer) => boolean {
  return ({ bookingToken }) => bookingToken !== offer.bookingToken;
}

/** Returns the offer's end in epoch milliseconds. Throws PreconditionNotMet if it states none. */
function endOf({ offer }: FoundTransfer): number {
  const end = Date.parse(String(offer.expiresAt));
  if (Number.isNaN(end))
    throw new PreconditionNotMet(`needs an offer with its expiresAt, and its expiresAt is ${show(offer.expiresAt)}`);
  return end;
}
