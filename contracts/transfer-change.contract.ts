import { isRecord } from '../src/base/values/kinds.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectAlwaysRefused, fail, TRIES } from '../src/check/verify/expectations/expect.ts';
import { requireAcceptedWithoutFlaw } from '../src/check/verify/fixtures/flawed-requests.ts';
import { confirmationPositions } from '../src/check/verify/fixtures/transfer-positions.ts';
import { amendable, bookRequest } from '../src/check/verify/fixtures/transfer-requests.ts';
import {
  bookedTransfer,
  confirmChange,
  findChange,
  findTransfer,
  pricedTransfer,
  priceTransfer,
  readReservation,
  searchChanges,
} from '../src/check/verify/fixtures/transfers.ts';
import { altered } from '../src/check/verify/fixtures/wrong-values.ts';
import { change, newReservation, poll, readOne } from '../src/check/verify/flows.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import {
  bookingStatus,
  describeOutcome,
  isAccepted,
  isRefused,
  isSuccess,
} from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { Schema } from '../src/interface/api.ts';

const calls: Contract['calls'] = [
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
];

const area: Area = {
  name: 'transfer change',
  contracts: [
    {
      title: 'change search, pricing and confirmation complete the change',
      rules: ['transfer.change.call-order'],
      calls,
      async check(trial) {
        const { reservation } = await newReservation(trial, amendable);
        const { searchId, confirmation } = await change(trial, reservation.reservationId);
        trial.requireSetup(confirmation, 'needs a completed change', bookingStatus(confirmation) === 'completed');
        await expectChanged(trial, reservation, searchId);
      },
    },
    {
      title: 'a change with an ordinary search is refused',
      rules: ['transfer.change.call-order'],
      calls: calls.filter((operationId) => operationId !== 'getReservation'),
      async check(trial) {
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial, amendable);
        const ordinary = await pricedTransfer(trial, await findTransfer(trial, amendable));
        // Sends all details required by the offer, so a missing one cannot be the reason.
        const { traveller, flight, extraPassengers } = bookRequest(ordinary);
        await expectAlwaysRefused(
          'a change confirmation with searchId, resultId and pricingToken of an ordinary search',
          () => confirmChange(trial, reservationId, ordinary, { traveller, flight, extraPassengers }),
        );
        requireAcceptedWithoutFlaw(trial, (await change(trial, reservationId)).confirmation, 'a change');
      },
    },
    {
      title: 'a change without a pricing cannot be confirmed',
      rules: ['transfer.change.call-order'],
      calls: calls.filter((operationId) => operationId !== 'getReservation'),
      async check(trial) {
        const { reservation } = await bookedTransfer(trial, amendable);
        const found = await findChange(trial, reservation.reservationId);
        const unpriced = { ...found, pricingToken: found.offer.bookingToken, pricing: found.search };
        const confirm = (changes: object) => confirmChange(trial, reservation.reservationId, unpriced, changes);
        await expectAlwaysRefused('a change confirmation without a pricingToken', () =>
          confirm({ pricingToken: undefined }),
        );
        await expectAlwaysRefused('a change confirmation with the bookingToken as its pricingToken', () => confirm({}));
        const priced = await pricedTransfer(trial, found);
        requireAcceptedWithoutFlaw(
          trial,
          await confirmChange(trial, reservation.reservationId, priced),
          'a change confirmation',
        );
      },
    },
    {
      title: 'a pricing for the change of one reservation cannot change another',
      rules: ['transfer.token.bound-to-offer'],
      calls,
      async check(trial) {
        // The target may refuse for another reason: the offer needs a flight and the reservation names none.
        const original = await activeReservation(trial);
        for (let pair = 1; pair <= TRIES; pair++) {
          const { element, send } = await confirmationPositions()[0].prepare(trial);
          const mixed = await send({ ...element, reservationId: original.reservationId });
          // A service may go by the token alone and change the token's own reservation. This breaks no rule.
          warnUnlessRefusedWith(trial, 'transfer.change-refusals', mixed, 200, 'change_search_mismatch');
          if (isAccepted(mixed))
            return expectActive(trial, original, "after a change with another reservation's token");
          requireAcceptedWithoutFlaw(trial, await send(element), 'a change confirmation');
        }
      },
    },
    {
      title: 'the original stays active when a change is searched and priced',
      rules: ['transfer.change.original-stays-active'],
      calls: calls.slice(0, -1),
      async check(trial) {
        const original = await activeReservation(trial);
        const found = await findChange(trial, original.reservationId);
        await expectActive(trial, original, 'after the change search');
        await pricedTransfer(trial, found);
        await expectActive(trial, original, 'after the pricing of the change');
        await pricedTransfer(trial, found);
        await pricedTransfer(trial, await findChange(trial, original.reservationId));
        await expectActive(trial, original, 'after two change searches and three pricings');
      },
    },
    {
      title: 'the original stays active when a change confirmation without pricing is refused',
      rules: ['transfer.change.original-stays-active'],
      calls,
      async check(trial) {
        const original = await activeReservation(trial);
        const priced = await pricedTransfer(trial, await findChange(trial, original.reservationId));
        const refused = await confirmChange(trial, original.reservationId, priced, { pricingToken: undefined });
        trial.requireSetup(
          refused,
          'needs a change that is refused, and one without a pricingToken was not',
          isRefused(refused),
        );
        await expectActive(trial, original, 'after a refused change');
      },
    },
    goneWrong('is not a valid request', {
      make: (trial, { reservationId }) => trial.call('confirmReservationChange', { body: { reservationId } }),
    }),
    goneWrong('has an altered pricingToken', {
      async make(trial, { reservationId }) {
        const priced = await pricedTransfer(trial, await findChange(trial, reservationId));
        const [{ token } = { token: '' }] = altered(priced.pricingToken);
        return confirmChange(trial, reservationId, priced, { pricingToken: token });
      },
    }),
    goneWrong('has the tokens of an ordinary search', {
      make: async (trial, { reservationId }) =>
        confirmChange(trial, reservationId, await pricedTransfer(trial, await findTransfer(trial, amendable))),
    }),
    ...['502', 'server-error'].map((scenario) =>
      goneWrong(`returns what it returns under the scenario ${scenario}`, {
        scenarios: [scenario],
        make: async (trial, { reservationId }) => (await change(trial, reservationId, { scenario })).confirmation,
      }),
    ),
    {
      title: 'the original stays active when the search or the pricing of its change returns 502',
      rules: ['transfer.change.original-stays-active'],
      calls,
      scenarios: ['502'],
      async check(trial) {
        const original = await activeReservation(trial);
        const { reservationId } = original;
        await searchChanges(trial, reservationId, undefined, { scenario: '502' });
        await expectActive(trial, original, 'after a change search that returned 502');
        await priceTransfer(trial, await findChange(trial, reservationId), {}, { scenario: '502' });
        await expectActive(trial, original, 'after a pricing that returned 502');
      },
    },
    {
      title: 'the original stays active when its change is confirmed too late',
      rules: ['transfer.change.original-stays-active'],
      calls,
      async check(trial) {
        const own = await trial.withFrozenClock();
        const original = await activeReservation(own);
        const priced = await pricedTransfer(own, await findChange(own, original.reservationId));
        const end = Date.parse(String(priced.offer.expiresAt));
        if (Number.isNaN(end)) throw new PreconditionNotMet('needs an offer with its expiresAt');
        await own.clock.set(end);
        const late = await confirmChange(own, original.reservationId, priced);
        own.requireSetup(late, 'needs a change that is refused, and one that is late was not', isRefused(late));
        await expectActive(own, original, 'after a late change');
      },
    },
    {
      title: 'the original stays active while its change is pending',
      rules: ['transfer.change.original-stays-active'],
      calls,
      scenarios: ['pending-forever'],
      async check(trial) {
        const original = await activeReservation(trial);
        const { confirmation } = await change(trial, original.reservationId, { scenario: 'pending-forever' });
        trial.requireSetup(confirmation, 'needs a pending change', bookingStatus(confirmation) === 'pending');
        await expectActive(trial, original, 'while the change is pending');
      },
    },
    {
      title: 'the original stays active when the supplier refuses its change',
      rules: ['transfer.change.original-stays-active'],
      calls,
      scenarios: ['failed'],
      async check(trial) {
        const original = await activeReservation(trial);
        const { confirmation } = await change(trial, original.reservationId, { scenario: 'failed' });
        trial.requireSetup(confirmation, 'needs a change that the supplier refuses', isRefused(confirmation));
        await expectActive(trial, original, 'after the change failed');
      },
    },
    {
      title: 'the original stays active when its pending change fails',
      rules: ['transfer.change.original-stays-active'],
      calls,
      scenarios: ['pending-then-failed'],
      async check(trial) {
        const original = await activeReservation(trial);
        const { searchId, confirmation } = await change(trial, original.reservationId, {
          scenario: 'pending-then-failed',
        });
        trial.requireSetup(confirmation, 'needs a pending change', bookingStatus(confirmation) === 'pending');
        const reads = await poll(trial, { searchId });
        const last = reads.at(-1) ?? reads[0];
        trial.requireSetup(last, 'needs a pending change that fails', bookingStatus(last) === 'failed');
        await expectActive(trial, original, 'after the pending change failed');
      },
    },
  ],
};

export default area;

/** Expects a failed change confirmation to leave the original unchanged. */
function goneWrong(
  how: string,
  {
    scenarios,
    make,
  }: { scenarios?: readonly string[]; make: (trial: Trial, original: Original) => Promise<CheckedExchange> },
): Contract {
  return {
    title: `the original stays active when the confirmation of its change ${how}`,
    rules: ['transfer.change.original-stays-active'],
    calls,
    ...(scenarios && { scenarios }),
    async check(trial) {
      const original = await activeReservation(trial);
      const wrong = await make(trial, original);
      // Other rules cover the failure itself.
      trial.requireSetup(wrong, 'needs a change that goes wrong, and this one did not', !isAccepted(wrong));
      await expectActive(trial, original, `after a change that was not made (${describeOutcome(wrong)})`);
    },
  };
}

/** Expects another pickup time after a change. The document does not say whether a change is a separate reservation. */
async function expectChanged(
  trial: Trial,
  { reservationId, pickupDateTime: before }: Partial<Schema['Reservation']>,
  searchId: string,
): Promise<void> {
  const read = await readReservation(trial, { searchId });
  if (!isAccepted(read) || select(read.value, '/reservations/*').length === 0) {
    // Another rule covers the read by this searchId. This rule requires some read to find the change.
    const other = await readReservation(trial, { reservationId: String(reservationId) });
    if (!isAccepted(other) || select(other.value, '/reservations/*').length === 0)
      fail(read, 'a read after the change to return its reservation', describeOutcome(read), '/reservations');
    throw new PreconditionNotMet(`needs a read by the searchId of the change: ${describeOutcome(read)}`);
  }
  // The read may list the original too.
  const after = select(read.value, '/reservations/*/pickupDateTime')
    .map(({ value }) => value)
    .filter((value) => value !== undefined);
  if (before === undefined || after.length === 0)
    throw new PreconditionNotMet(
      'needs the pickupDateTime before and after the change, and the read by its searchId returned ' +
        `${describeOutcome(read)}`,
    );
  if (after.every((value) => value === before))
    fail(
      read,
      `another pickupDateTime than ${show(before)} once the change of it is completed`,
      show(after[0]),
      '/reservations/0/pickupDateTime',
    );
}

/** Reservation as read before any change. The document does not say which state means that it is active. */
interface Original {
  reservationId: string;
  asRead: string;
}

async function activeReservation(trial: Trial): Promise<Original> {
  const {
    reservation: { reservationId },
    read,
  } = await newReservation(trial, amendable);
  const found = findIn(read, reservationId);
  if (!found)
    throw new PreconditionNotMet(
      `needs a reservation that can be read, and the read of ${reservationId} returned ${describeOutcome(read)}`,
    );
  if (found['state'] !== 'confirmed') {
    trial.warn('transfer.reservation-states', {
      expected: 'the state confirmed for a new reservation',
      actual: show(found['state']),
      pointer: '/reservations/0/state',
      exchange: read,
    });
  }
  return { reservationId, asRead: activityOf(found) };
}

async function expectActive(trial: Trial, { reservationId, asRead }: Original, when: string): Promise<void> {
  const read = await readOne(trial, { reservationId });
  const found = findIn(read, reservationId);
  if (!found) fail(read, `reservation ${reservationId} to be there ${when}`, describeOutcome(read), '/reservations');
  const activity = activityOf(found);
  if (activity !== asRead)
    fail(read, `reservation ${reservationId} to read ${asRead} ${when}, as before`, activity, '/reservations');
}

function findIn(read: CheckedExchange, reservationId: string): Readonly<Record<string, unknown>> | undefined {
  if (!isSuccess(read)) return undefined;
  return select(read.value, '/reservations/*')
    .map(({ value }) => value)
    .filter(isRecord)
    .find((one) => one['reservationId'] === reservationId);
}

function activityOf({ state, replacedBy, cancelledAt, pickupDateTime }: Readonly<Record<string, unknown>>): string {
  return show({ state, replacedBy, cancelledAt, pickupDateTime });
}
