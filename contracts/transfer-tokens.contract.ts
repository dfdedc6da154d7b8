import { toIso } from '../src/base/clock.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectEvery, expectRefused, fail } from '../src/check/verify/expectations/expect.ts';
import { findReadableText } from '../src/check/verify/expectations/readable.ts';
import type { FoundTransfer } from '../src/check/verify/fixtures/transfers.ts';
import {
  amendable,
  bookedTransfer,
  bookTransfer,
  confirmChange,
  findChange,
  findTransfer,
  pickAnother,
  pricedTransfer,
  priceTransfer,
  requireAcceptedWithoutFlaw,
  searchChanges,
  searchTransfers,
  usableOffers,
} from '../src/check/verify/fixtures/transfers.ts';
import { altered } from '../src/check/verify/fixtures/wrong-values.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';

const area: Area = {
  name: 'transfer tokens',
  contracts: [
    {
      title: 'nothing can be read in the bookingTokens of a search',
      rules: ['transfer.token.opaque'],
      calls: ['searchTransfers'],
      async check(trial) {
        expectOpaque(
          trial.requireSetup(await searchTransfers(trial), 'needs a transfer search, and it was refused'),
          '/offers/*/bookingToken',
        );
      },
    },
    {
      title: 'nothing can be read in the bookingTokens of a change search',
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
      title: 'nothing can be read in a pricingToken',
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
      title: 'pricing refuses a bookingToken that was altered',
      rules: ['transfer.token.unchanged'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const found = await findTransfer(trial);
        for (const { how, token } of altered(found.offer.bookingToken)) {
          expectRefused(
            await priceTransfer(trial, found, { bookingToken: token }),
            `pricing with a bookingToken that has ${how}`,
          );
        }
        requireAcceptedWithoutFlaw(trial, await priceTransfer(trial, found), 'pricing');
      },
    },
    {
      title: 'booking refuses a bookingToken that was altered',
      rules: ['transfer.token.unchanged'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const priced = await pricedTransfer(trial);
        for (const { how, token } of altered(priced.offer.bookingToken)) {
          expectRefused(
            await bookTransfer(trial, priced, { bookingToken: token }),
            `a booking with a bookingToken that has ${how}`,
          );
        }
        requireAcceptedWithoutFlaw(trial, await bookTransfer(trial, priced), 'a booking');
      },
    },
    {
      title: 'booking refuses a pricingToken that was altered',
      rules: ['transfer.token.unchanged'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const priced = await pricedTransfer(trial);
        for (const { how, token } of altered(priced.pricingToken)) {
          expectRefused(
            await bookTransfer(trial, priced, { pricingToken: token }),
            `a booking with a pricingToken that has ${how}`,
          );
        }
        requireAcceptedWithoutFlaw(trial, await bookTransfer(trial, priced), 'a booking');
      },
    },
    {
      title: 'a change confirmation refuses a pricingToken that was altered',
      rules: ['transfer.token.unchanged'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial, amendable);
        const priced = await pricedTransfer(trial, await findChange(trial, reservationId));
        for (const { how, token } of altered(priced.pricingToken)) {
          expectRefused(
            await confirmChange(trial, reservationId, priced, { pricingToken: token }),
            `a change confirmation with a pricingToken that has ${how}`,
          );
        }
        requireAcceptedWithoutFlaw(trial, await confirmChange(trial, reservationId, priced), 'a change confirmation');
      },
    },
    {
      title: 'every offer of a search has a bookingToken of its own',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers'],
      async check(trial) {
        const { search } = await findTransfer(trial);
        const tokens = usableOffers(search).map(({ bookingToken }) => bookingToken);
        expectEvery(
          search,
          '/offers/*/bookingToken',
          'a bookingToken that no other offer has',
          (token) => tokens.filter((one) => one === token).length < 2,
        );
      },
    },
    {
      title: 'pricing refuses the bookingToken of another offer, of the same search and of another',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const found = await findTransfer(trial);
        const others = [pickAnother(found), await findElsewhere(trial, found)];
        for (const { offer, searchId } of others) {
          const flawed = await priceTransfer(trial, found, { bookingToken: offer.bookingToken });
          expectRefused(flawed, `pricing with the bookingToken of ${nameOf(searchId, found)}`);
          warnUnlessRefusedWith(trial, 'transfer.pricing-rejections', flawed, 400, 'booking_token_invalid');
        }
        requireAcceptedWithoutFlaw(trial, await priceTransfer(trial, found), 'pricing');
      },
    },
    {
      title: 'booking refuses the bookingToken of another offer, of the same search and of another',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const priced = await pricedTransfer(trial);
        const others = [pickAnother(priced), await findElsewhere(trial, priced)];
        for (const { offer, searchId } of others) {
          expectRefused(
            await bookTransfer(trial, priced, { bookingToken: offer.bookingToken }),
            `a booking with the bookingToken of ${nameOf(searchId, priced)}`,
          );
        }
        requireAcceptedWithoutFlaw(trial, await bookTransfer(trial, priced), 'a booking');
      },
    },
    {
      title: 'booking refuses the pricingToken of another offer, of the same search and of another',
      rules: ['transfer.token.bound-to-offer'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const priced = await pricedTransfer(trial);
        const others = [pickAnother(priced), await findElsewhere(trial, priced)];
        for (const other of others) {
          const { pricingToken, searchId } = await pricedTransfer(trial, other);
          const flawed = await bookTransfer(trial, priced, { pricingToken });
          expectRefused(flawed, `a booking with the pricingToken of ${nameOf(searchId, priced)}`);
          warnUnlessRefusedWith(trial, 'transfer.booking-refusals', flawed, 200);
        }
        requireAcceptedWithoutFlaw(trial, await bookTransfer(trial, priced), 'a booking');
      },
    },
    {
      title: 'a change confirmation refuses the pricingToken of another offer, of the same search and of another',
      rules: ['transfer.token.bound-to-offer'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial, amendable);
        const priced = await pricedTransfer(trial, await findChange(trial, reservationId));
        // A company may have one offer only for a change.
        const others = [
          ...(usableOffers(priced.search).length > 1 ? [pickAnother(priced)] : []),
          await findElsewhere(trial, priced),
        ];
        for (const other of others) {
          const { pricingToken, searchId } = await pricedTransfer(trial, other);
          const flawed = await confirmChange(trial, reservationId, priced, { pricingToken });
          expectRefused(flawed, `a change confirmation with the pricingToken of ${nameOf(searchId, priced)}`);
          warnUnlessRefusedWith(trial, 'transfer.booking-refusals', flawed, 200);
        }
        requireAcceptedWithoutFlaw(trial, await confirmChange(trial, reservationId, priced), 'a change confirmation');
      },
    },
    {
      title: "a bookingToken cannot be priced any more once the offer's expiresAt has come",
      rules: ['transfer.token.expires-with-offer'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const found = await findTransfer(own);
        await pricedTransfer(own, found);
        await own.clock.set(endOf(found));
        const late = await priceTransfer(own, found);
        expectRefused(late, `pricing at ${found.offer.expiresAt}, when the offer expires,`);
        warnUnlessRefusedWith(own, 'transfer.pricing-rejections', late, 400, 'token_expired');
      },
    },
    {
      title: "a pricingToken cannot be booked any more once the offer's expiresAt has come",
      rules: ['transfer.token.expires-with-offer'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const own = await trial.withFrozenClock();
        const priced = await pricedTransfer(own);
        await own.clock.set(endOf(priced));
        const late = await bookTransfer(own, priced);
        expectRefused(late, `a booking at ${priced.offer.expiresAt}, when the offer expires,`);
        warnUnlessRefusedWith(own, 'transfer.booking-refusals', late, 200);
        requireAcceptedWithoutFlaw(
          own,
          await bookTransfer(own, await pricedTransfer(own)),
          'a booking that is not late',
        );
      },
    },
    {
      title: "a change cannot be confirmed any more once the offer's expiresAt has come",
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
        const late = await confirmChange(own, reservationId, priced);
        expectRefused(late, `a change confirmation at ${priced.offer.expiresAt}, when the offer expires,`);
        warnUnlessRefusedWith(own, 'transfer.booking-refusals', late, 200);
        requireAcceptedWithoutFlaw(
          own,
          await confirmChange(own, reservationId, await pricedTransfer(own, await findChange(own, reservationId))),
          'a change confirmation that is not late',
        );
      },
    },
    {
      title: 'every offer of a transfer search has an expiresAt that lies ahead',
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
      title: 'every offer of a change search has an expiresAt that lies ahead',
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

/** A token must not contain the identifiers of its own response, nor those passed. */
function expectOpaque(exchange: CheckedExchange, pattern: string, named: readonly string[] = []): void {
  const { value: body } = exchange;
  const own = ['/searchId', '/offers/*/resultId']
    .flatMap((place) => select(body, place))
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
  // That there is a token at all is another rule's.
  const tokens = select(body, pattern).filter(({ value }) => value !== undefined && value !== null);
  if (tokens.length === 0) throw new PreconditionNotMet(`no response had anything at ${pattern}`);
  for (const { value, pointer } of tokens) {
    if (typeof value !== 'string') fail(exchange, 'a token that is one string', show(value), pointer);
    const content = findReadableText(value, [...own, ...named]);
    if (content !== null)
      fail(exchange, 'a token in which nothing can be read', `${show(value)}, which holds ${content}`, pointer);
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

/** An offer of another search, whose token is another. */
function findElsewhere(trial: Trial, { offer }: FoundTransfer): Promise<FoundTransfer> {
  return findTransfer(trial, ({ bookingToken }) => bookingToken !== offer.bookingToken);
}

function nameOf(searchId: string, own: FoundTransfer): string {
  return searchId === own.searchId ? 'another offer of the same search' : 'an offer of another search';
}

/** When an offer expires, in epoch milliseconds. Throws PreconditionNotMet when it does not say so. */
function endOf({ offer }: FoundTransfer): number {
  const end = Date.parse(String(offer.expiresAt));
  if (Number.isNaN(end))
    throw new PreconditionNotMet(
      `needs an offer that says when it expires, and its expiresAt is ${show(offer.expiresAt)}`,
    );
  return end;
}
