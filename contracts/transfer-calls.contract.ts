import { isRecord, isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { select } from '../src/base/values/select.ts';
import type { Area } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectAccepted, expectAlwaysRefused, fail } from '../src/check/verify/expectations/expect.ts';
import { requireAcceptedWithoutFlaw } from '../src/check/verify/fixtures/flawed-requests.ts';
import { expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import { bookingPositions, pricingPositions } from '../src/check/verify/fixtures/transfer-positions.ts';
import type { FoundTransfer, PricedTransfer } from '../src/check/verify/fixtures/transfer-requests.ts';
import { amendable, usableOffers } from '../src/check/verify/fixtures/transfer-requests.ts';
import {
  bookedTransfer,
  bookTransfer,
  confirmChange,
  findChange,
  findTransfer,
  pickOffer,
  pricedTransfer,
  priceTransfer,
  readReservation,
  searchChanges,
  searchTransfers,
} from '../src/check/verify/fixtures/transfers.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { pathOf } from '../src/check/verify/http/exchange.ts';
import { bookingStatus, describeOutcome, isAccepted, isSuccess } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { TransferOffer } from '../src/interface/api.ts';

const area: Area = {
  name: 'transfer calls',
  contracts: [
    {
      title: 'transfers are searched with POST on /search',
      rules: ['transfer.endpoints.search'],
      calls: ['searchTransfers'],
      async check(trial) {
        expectServed(await searchTransfers(trial));
      },
    },
    {
      title: 'an offer of a search is priced with POST on /pricing',
      rules: ['transfer.endpoints.pricing'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        expectServed(await priceTransfer(trial, await findTransfer(trial)));
      },
    },
    {
      title: 'an offer of a change search is priced with POST on /pricing too',
      rules: ['transfer.endpoints.pricing'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'searchReservationChanges'],
      async check(trial) {
        const { reservation } = await bookedTransfer(trial, amendable);
        // The booked offer was priced in the same way, so only the other search can be the reason for a refusal.
        expectAccepted(
          await priceTransfer(trial, await findChange(trial, reservation.reservationId)),
          'pricing an offer of a change search',
        );
      },
    },
    {
      title: 'a priced transfer is booked with POST on /book',
      rules: ['transfer.endpoints.book'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        expectServedBooking(await bookTransfer(trial, await pricedTransfer(trial)));
      },
    },
    {
      title: 'a reservation is read with GET on /reservations/details',
      rules: ['transfer.endpoints.details'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'],
      async check(trial) {
        const {
          reservation: { reservationId },
          searchId,
        } = await bookedTransfer(trial);
        const read = await readReservation(trial, { reservationId });
        // Other rules cover the identifiers; one of them is enough here.
        expectServed(isAccepted(read) ? read : await readReservation(trial, { searchId }));
      },
    },
    {
      title: 'changes are searched with POST on /reservations/changes/search',
      rules: ['transfer.endpoints.changes-search'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'searchReservationChanges'],
      async check(trial) {
        const { reservation } = await bookedTransfer(trial, amendable);
        expectServed(await searchChanges(trial, reservation.reservationId));
      },
    },
    {
      title: 'a priced change is confirmed with POST on /reservations/changes',
      rules: ['transfer.endpoints.changes'],
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
        expectServedBooking(
          await confirmChange(
            trial,
            reservationId,
            await pricedTransfer(trial, await findChange(trial, reservationId)),
          ),
        );
      },
    },
    {
      title: 'pricing without identifiers of a search is refused',
      rules: ['transfer.booking.call-order'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        await expectRefusedAt(trial, 'pricing', pricingPositions(), {
          'no searchId, resultId and bookingToken': () => ({}),
        });
      },
    },
    {
      title: 'the reservation can be read after the booking, and not before it',
      rules: ['transfer.booking.call-order'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'],
      async check(trial) {
        const priced = await pricedTransfer(trial);
        const { searchId } = priced;
        await expectAlwaysRefused(
          'a read before the booking to show none',
          () => readReservation(trial, { searchId }),
          (before, expected) => {
            if (showsBooking(before)) fail(before, expected, describeOutcome(before));
          },
        );
        const booking = await bookTransfer(trial, priced);
        trial.requireSetup(booking, 'needs a booking that is made', isAccepted(booking));
        await expectReadable(trial, priced, booking);
      },
    },
    {
      title: 'a search result without a pricing cannot be booked',
      rules: ['transfer.pricing.mandatory'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const found = await findTransfer(trial);
        await expectAlwaysRefused('a booking before its pricing', () => bookTransfer(trial, found));
        requireAcceptedWithoutFlaw(trial, await bookTransfer(trial, await pricedTransfer(trial, found)), 'a booking');
        const refusals = await expectRefusedAt(trial, 'a booking', bookingPositions(), {
          'no pricingToken': (body) => ({ ...body, pricingToken: undefined }),
        });
        for (const refusal of refusals) warnUnlessRefusedWith(trial, 'transfer.booking-refusals', refusal, 200);
      },
    },
    {
      title: 'a bookingToken cannot replace a pricingToken',
      rules: ['transfer.pricing.mandatory'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await expectRefusedAt(trial, 'a booking', bookingPositions(), {
          'its bookingToken for a pricingToken': (body) => ({ ...body, pricingToken: body.bookingToken }),
        });
      },
    },
    {
      title: 'pricing needs no amenities',
      rules: ['transfer.pricing.without-amenities'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const found = await findWithAmenity(trial);
        const plain = await priceTransfer(trial, found);
        if (givesToken(plain)) return;
        const chosen = await priceTransfer(trial, found, withAmenity(found));
        if (!givesToken(chosen))
          throw new PreconditionNotMet(
            `needs an offer that can be priced, and with an amenity it cannot be either: ${describeOutcome(chosen)}`,
          );
        fail(
          plain,
          'pricing without amenities to return a pricingToken, like pricing with one',
          describeOutcome(plain),
        );
      },
    },
    {
      title: 'a pricing without amenities can be booked',
      rules: ['transfer.pricing.without-amenities'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const plain = await pricedTransfer(trial, await findWithAmenity(trial));
        const booking = await bookTransfer(trial, plain);
        if (isAccepted(booking)) return;
        const pricing = await priceTransfer(trial, plain, withAmenity(plain));
        const chosen = await bookTransfer(trial, { ...plain, pricingToken: String(tokenOf(pricing)) });
        requireAcceptedWithoutFlaw(trial, chosen, 'a booking of a pricing with an amenity');
        // The supplier may refuse a single booking.
        if (isAccepted(await bookTransfer(trial, await pricedTransfer(trial, await findWithAmenity(trial))))) return;
        fail(
          booking,
          'a booking of a pricing without amenities to be accepted, like one with an amenity',
          describeOutcome(booking),
        );
      },
    },
  ],
};

export default area;

/**
 * Throws ContractViolation if there is nothing at the address, or no response with 200. Throws PreconditionNotMet if
 * the target refuses an undocumented detail, such as a payload or a credential.
 */
function expectServed(exchange: CheckedExchange): void {
  const { status, method } = exchange;
  if (status === 200) return;
  if (status >= 400 && status !== 500 && !NOBODY_THERE.includes(status))
    throw new PreconditionNotMet(`needs a call that the target accepts: ${describeOutcome(exchange)}`);
  fail(exchange, `${method} ${pathOf(exchange)} to return 200`, describeOutcome(exchange));
}

/**
 * Expects a read to find a booking. Other rules cover the identifiers; one of them is enough here. An accepted read
 * without the booking breaks the rule, and so does a refusal for every identifier.
 */
async function expectReadable(trial: Trial, { searchId }: PricedTransfer, booking: CheckedExchange): Promise<void> {
  const found = select(booking.value, '/reservations/0')[0]?.value;
  const keys = [
    { searchId },
    ...['reservationId', 'confirmationNumber'].flatMap((name) => {
      const value = propertyOf(found, name);
      return isText(value) ? [{ [name]: value }] : [];
    }),
  ];
  const reads: CheckedExchange[] = [];
  for (const key of keys) {
    const read = await readReservation(trial, key);
    if (bookingStatus(read) === 'pending' || select(read.value, '/reservations/*').length > 0) return;
    reads.push(read);
  }
  const [first] = reads;
  // Another rule covers the reservation endpoint's address.
  if (!first || NOBODY_THERE.slice(1).includes(first.status))
    throw new PreconditionNotMet('needs an address where reservations are read');
  fail(first, 'a read to return the new booking', `${describeOutcome(first)}, and no other key finds it`);
}

/** Expects the target to serve a booking. Another rule covers the exact success status. */
function expectServedBooking(exchange: CheckedExchange): void {
  if (!isSuccess(exchange)) expectServed(exchange);
}

/** True for a read with a booking, including a pending one. */
function showsBooking(read: CheckedExchange): boolean {
  return (
    isSuccess(read) &&
    (select(read.value, '/reservations/*').length > 0 || ['completed', 'pending'].includes(String(bookingStatus(read))))
  );
}

function tokenOf(pricing: CheckedExchange): unknown {
  return select(pricing.value, '/pricingToken')[0]?.value;
}

function givesToken(pricing: CheckedExchange): boolean {
  const token = tokenOf(pricing);
  return isAccepted(pricing) && typeof token === 'string' && token !== '';
}

/** Returns an offer with an amenity to choose, or else any offer, as amenities are optional. */
async function findWithAmenity(trial: Trial): Promise<FoundTransfer> {
  const search = trial.requireSetup(
    await searchTransfers(trial),
    'needs a transfer offer, and the search returned none',
  );
  return pickOffer(search, usableOffers(search).some(hasAmenity) ? hasAmenity : undefined);
}

function withAmenity({ offer }: FoundTransfer): { amenities: unknown[] } {
  if (!hasAmenity(offer))
    throw new PreconditionNotMet(
      'needs an offer with an amenity to choose, to know that it is for the lack of one that it was refused',
    );
  return { amenities: [amenityOf(offer)] };
}

function hasAmenity(offer: TransferOffer): boolean {
  return amenityOf(offer) !== undefined;
}

function amenityOf(offer: TransferOffer): unknown {
  return select(offer, '/amenities/*')
    .map(({ value }) => value)
    .filter(isRecord)
    .find(({ included }) => included === false)?.['key'];
}

const NOBODY_THERE = [404, 405, 410, 501];
