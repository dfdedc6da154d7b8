import type { Situation, Task } from '../situation.ts';
import { CANCELLATION, LOST, LOST_ORDER } from './rules-of-calls.ts';

const slow = { since: 2, truth: 'one', beliefs: ['booked', 'unknown'], lateMs: 3000 } as const;
const flight = { ...slow, truth: 'either', beliefs: ['booked', 'not booked', 'unknown'] } as const;

/** A call takes three seconds. The service finishes its work even if a client with a shorter time-out has left. */
export const slowSituations: readonly Situation[] = [
  {
    ...slow,
    task: 'book-transfer',
    name: 'book-transfer.slow-beyond-timeout-resend-books',
    title: 'the booking takes three seconds, at a supplier that books every resend again',
    armed: 'book:slow(delay=PT3S,calls=1),book:resend-double-books',
    rules: LOST,
    meets: ['bookTransfer'],
  },
  {
    ...slow,
    task: 'change-transfer',
    name: 'change-transfer.slow-beyond-timeout',
    title: 'the change takes three seconds, and is made even if the client stops waiting',
    armed: 'change:slow(delay=PT3S)',
    rules: LOST,
    meets: ['bookTransfer', 'confirmReservationChange'],
  },
  {
    ...slow,
    task: 'change-transfer',
    name: 'change-transfer.slow-beyond-timeout-resend-books',
    title: 'the change takes three seconds, at a supplier that books every resend again',
    armed: 'change:slow(delay=PT3S,calls=1),change:resend-double-books',
    rules: LOST,
    meets: ['bookTransfer', 'confirmReservationChange'],
  },
  {
    ...slow,
    task: 'cancel-transfer',
    name: 'cancel-transfer.slow-beyond-timeout',
    title: 'the cancellation takes three seconds, and is made even if the client stops waiting',
    armed: 'cancel:slow(delay=PT3S)',
    rules: CANCELLATION,
    meets: ['bookTransfer', 'cancelReservation'],
  },
  ...(['order-flight', 'hold-flight'] as const satisfies Task[]).map((task): Situation => ({
    ...flight,
    task,
    name: `${task}.slow-beyond-timeout-resend-books`,
    title: 'the order takes three seconds, at a provider that orders every resend again',
    armed: 'order:slow(delay=PT3S,calls=1),order:resend-double-books',
    rules: LOST_ORDER,
    meets: ['createFlightOrder'],
  })),
];
