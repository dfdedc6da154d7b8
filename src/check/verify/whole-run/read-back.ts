import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { isText } from '../../../base/values/kinds.ts';
import type { Contract } from '../contract.ts';
import { amendable } from '../fixtures/transfer-requests.ts';
import { bookedTransfer, bookTransfer, findChange, pricedTransfer, readReservation } from '../fixtures/transfers.ts';
import { change, pendingAndPoll, recoverAfter502 } from '../flows.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { bookingStatus, isAccepted, isRefused } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';
import { PreconditionNotMet } from '../verdict.ts';
import type { RequestedBooking, ShownReservation } from './bookings.ts';
import { requestedBookings, reservationsOf } from './bookings.ts';
import { sentBody } from './sent-body.ts';

/** Keys to read a reservation (§2.7; the last one is assumed). */
export type ReservationKey = 'reservationId' | 'confirmationNumber' | 'searchId' | 'partnerTrackingId';

/**
 * The history of a booking. `instant`: completed in its response. `pending`: completed later. `lost`: its response was
 * lost. `change`: made by a change. Since then, it may be `changed` or `cancelled`. `tried`: a change was searched, but
 * not confirmed.
 */
export type BookingKind = 'instant' | 'pending' | 'lost' | 'change' | 'tried' | 'changed' | 'cancelled';

/** A booking in the run, read again at its end. */
export interface ReadBack {
  booking: RequestedBooking;
  kind: BookingKind;
  /** The first response with reservations, and the first reservation. */
  first: CheckedExchange;
  reservation: ShownReservation;
  reads: { key: ReservationKey; read: CheckedExchange; found: boolean }[];
}

/** Operations for a contract that reads bookings repeatedly. */
export const readingBack: Contract['calls'] = [
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
];

/** Scenarios for the contract's own bookings, if the target has them. */
export const readingBackScenarios: Contract['scenarios'] = ['pending', '502-after-commit'];

/**
 * Reads the run's bookings by all their keys as the same profile, once for all contracts: the latest ones per kind,
 * after adding some. Throws PreconditionNotMet if no booking completed.
 */
export async function readBack(trial: Trial): Promise<readonly ReadBack[]> {
  const all = await readBackOnce(trial.recording, trial);
  if (all.length === 0) throw new PreconditionNotMet('needs a completed booking');
  return all;
}

const readBackOnce = memoizeByObject(async (_: object, trial: Trial): Promise<ReadBack[]> => {
  await makeOneOfEachKind(trial);
  const kinds = Map.groupBy(completedBookings(trial), ({ kind }) => kind);
  const chosen = [...kinds].flatMap(([kind, bookings]) => bookings.slice(-(MAX_OF[kind] ?? MAX_OTHER)));
  for (const one of chosen)
    for (const [key, value] of keysOf(one)) {
      const read = () => readByKey(trial, one, key, value);
      const first = await read();
      // A single refused read proves nothing about the key: other checks judge all reads in the run.
      const last = first?.found === false ? await read() : first;
      if (last) one.reads.push(last);
    }
  return chosen.filter(({ reads }) => reads.length > 0);
});

async function readByKey(
  trial: Trial,
  one: ReadBack,
  key: ReservationKey,
  value: string,
): Promise<ReadBack['reads'][number] | null> {
  const read = await tryTo(() => readReservation(trial.as(one.booking.keys), { [key]: value }));
  return read && { key, read, found: isAccepted(read) && shows(read, one) };
}

/** Returns null if a precondition is not met: one rate-limited call, for example, must not prevent the others. */
async function tryTo<Result>(step: () => Promise<Result>): Promise<Result | null> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof PreconditionNotMet) return null;
    throw error;
  }
}

/**
 * Makes one booking per kind. A run with some contracts may have none, and no other contract sends a partnerTrackingId.
 */
async function makeOneOfEachKind(trial: Trial): Promise<void> {
  const has = (scenario: string) => trial.target.scenarios.includes(scenario);
  const steps: (() => Promise<unknown>)[] = [
    () => bookTracked(trial),
    async () => {
      const [reservation] = reservationsOf(await bookTracked(trial));
      if (reservation) await change(trial, String(reservation['reservationId']));
    },
    async () => {
      const { reservation } = await bookedTransfer(trial, amendable);
      await pricedTransfer(trial, await findChange(trial, reservation.reservationId));
    },
    ...(has('pending') ? [() => pendingAndPoll(trial, 'pending')] : []),
    ...(has('502-after-commit') ? [() => recoverAfter502(trial, '502-after-commit')] : []),
  ];
  for (const step of steps) await tryTo(step);
}

/** Makes a booking with a partnerTrackingId unique across runs. */
async function bookTracked(trial: Trial): Promise<CheckedExchange> {
  const priced = await pricedTransfer(trial);
  return bookTransfer(trial, priced, { partnerTrackingId: `own-${priced.searchId}`.slice(0, LONGEST_TRACKING_ID) });
}

/** Returns every booking in the run with a visible completion, oldest first. */
function completedBookings({ recording }: Trial): ReadBack[] {
  const requested = requestedBookings(recording);
  const confirmed = recording
    .underAnyScenario('confirmReservationChange')
    .filter(({ exchange }) => !isRefused(exchange));
  const changed = new Set(confirmed.map(sentReservation));
  const tried = new Set(recording.underAnyScenario('searchReservationChanges').map(sentReservation));
  const cancelled = new Set(recording.underAnyScenario('cancelReservation').map(sentReservation));
  return requested.flatMap((booking) => {
    const made = kindOf(booking);
    if (made === null) return [];
    const first = [booking.request, ...booking.reads].find((shown) => reservationsOf(shown).length > 0);
    const [reservation] = first ? reservationsOf(first) : [];
    if (!first || !reservation || !isText(reservation['reservationId'])) return [];
    const id = reservation['reservationId'];
    const changedSince = changed.has(id) && booking.changes !== id;
    const unchanged = made === 'instant' && tried.has(id) ? 'tried' : made;
    const kind = changedSince ? 'changed' : unchanged;
    return [{ booking, kind: cancelled.has(id) ? 'cancelled' : kind, first, reservation, reads: [] }];
  });
}

/** Returns a booking's kind, or null if a scenario changes it. */
function kindOf({ request, scenario, changes }: RequestedBooking): BookingKind | null {
  if (scenario === '502-after-commit') return 'lost';
  if (scenario === 'pending' || (scenario === null && bookingStatus(request) === 'pending')) return 'pending';
  if (scenario !== null) return null;
  return changes === null ? 'instant' : 'change';
}

function keysOf({ booking: { searchId, request }, reservation }: ReadBack): [ReservationKey, string][] {
  const { reservationId, confirmationNumber } = reservation;
  const keys: [ReservationKey, unknown][] = [
    ['reservationId', reservationId],
    ['confirmationNumber', confirmationNumber],
    ['searchId', searchId],
    ['partnerTrackingId', sentBody(request)['partnerTrackingId']],
  ];
  return keys.filter((entry): entry is [ReservationKey, string] => isText(entry[1]));
}

/** True if a read has the same identifiers. Two bookings may share a key, so a read by it may find the other one. */
function shows(read: CheckedExchange, { reservation }: ReadBack): boolean {
  return reservationsOf(read).some(({ reservationId, confirmationNumber: number }) => {
    const isOther =
      isText(number) && isText(reservation['confirmationNumber']) && number !== reservation['confirmationNumber'];
    return reservationId === reservation['reservationId'] && !isOther;
  });
}

function sentReservation({ exchange }: { exchange: CheckedExchange }): unknown {
  return sentBody(exchange)['reservationId'];
}

/** Enough to find three wrong bookings if one in seven is wrong. */
const MAX_OF: Readonly<Partial<Record<BookingKind, number>>> = { instant: 24, tried: 12 };
const MAX_OTHER = 4;
const LONGEST_TRACKING_ID = 64;
