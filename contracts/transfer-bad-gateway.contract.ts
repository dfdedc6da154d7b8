import type { Area, Contract } from '../src/check/verify/contract.ts';
import { expectStatusUnder, fail } from '../src/check/verify/expectations/expect.ts';
import { amendable } from '../src/check/verify/fixtures/transfer-requests.ts';
import {
  bookedTransfer,
  bookTransfer,
  confirmChange,
  findChange,
  findsNothing,
  findTransfer,
  pricedTransfer,
  priceTransfer,
  readReservation,
  searchChanges,
  searchTransfers,
} from '../src/check/verify/fixtures/transfers.ts';
import { change, recoverAfter502 } from '../src/check/verify/flows.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { bookingStatus, describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial, TrialCall } from '../src/check/verify/run/trial.ts';

const booking: Contract['calls'] = ['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'];
const changing: Contract['calls'] = [
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'searchReservationChanges',
  'confirmReservationChange',
];

const area: Area = {
  name: 'transfer 502',
  contracts: [
    {
      title: 'each call of a new reservation without a response of the supplier returns 502',
      rules: ['transfer.502.did-not-complete'],
      calls: booking,
      scenarios: ['502'],
      async check(trial) {
        await expect502(trial, (call) => searchTransfers(trial, {}, call));
        const found = await findTransfer(trial);
        await expect502(trial, (call) => priceTransfer(trial, found, {}, call));
        const priced = await pricedTransfer(trial, found);
        await expect502(trial, (call) => bookTransfer(trial, priced, {}, call));
        const { reservation } = await bookedTransfer(trial);
        await expect502(trial, (call) => readReservation(trial, { reservationId: reservation.reservationId }, call));
      },
    },
    {
      title: 'each call of a change without a response of the supplier returns 502',
      rules: ['transfer.502.did-not-complete'],
      calls: changing,
      scenarios: ['502'],
      async check(trial) {
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial, amendable);
        await expect502(trial, (call) => searchChanges(trial, reservationId, undefined, call));
        const found = await findChange(trial, reservationId);
        await expect502(trial, (call) => priceTransfer(trial, found, {}, call));
        const priced = await pricedTransfer(trial, found);
        await expect502(trial, (call) => confirmChange(trial, reservationId, priced, {}, call));
      },
    },
    {
      title: 'a booking made under a 502 can be read',
      rules: ['transfer.502.proves-nothing'],
      calls: booking,
      scenarios: ['502-after-commit'],
      async check(trial) {
        expectFound(trial, (await recoverAfter502(trial, '502-after-commit')).read);
      },
    },
    {
      title: 'a booking not made under a 502 has no reservation',
      rules: ['transfer.502.proves-nothing'],
      calls: booking,
      scenarios: ['502'],
      async check(trial) {
        expectNotFound(trial, (await recoverAfter502(trial, '502')).read);
      },
    },
    {
      title: 'a change made under a 502 can be read',
      rules: ['transfer.502.proves-nothing'],
      calls: [...changing, 'getReservation'],
      scenarios: ['502-after-commit'],
      async check(trial) {
        expectFound(trial, await readLostChange(trial, '502-after-commit'));
      },
    },
    {
      title: 'a change not made under a 502 has no reservation',
      rules: ['transfer.502.proves-nothing'],
      calls: [...changing, 'getReservation'],
      scenarios: ['502'],
      async check(trial) {
        expectNotFound(trial, await readLostChange(trial, '502'));
      },
    },
  ],
};

export default area;

async function expect502(trial: Trial, make: (call?: TrialCall) => Promise<CheckedExchange>): Promise<void> {
  await expectStatusUnder(trial, await make({ scenario: '502' }), 502, make);
}

async function readLostChange(trial: Trial, scenario: string): Promise<CheckedExchange> {
  const { reservation } = await bookedTransfer(trial, amendable);
  const { searchId, confirmation } = await change(trial, reservation.reservationId, { scenario });
  trial.requireSetup(confirmation, 'needs a change that returns 502', confirmation.status === 502);
  return readReservation(trial, { searchId });
}

function expectFound(trial: Trial, read: CheckedExchange): void {
  trial.requireSetup(read, 'needs a booking that is not refused', bookingStatus(read) !== 'failed');
  if (!isAccepted(read)) fail(read, 'a read after the 502 to return the reservation', describeOutcome(read));
}

function expectNotFound(trial: Trial, read: CheckedExchange): void {
  if (!findsNothing(read)) fail(read, 'a read after the 502 to return no reservation', describeOutcome(read));
  if (read.status !== 400 && bookingStatus(read) === undefined) {
    trial.warn('transfer.reservation-not-found', {
      expected: 'a read that finds nothing to return 400',
      actual: describeOutcome(read),
      pointer: null,
      exchange: read,
    });
  }
}
