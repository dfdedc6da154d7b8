import type { Situation } from '../situation.ts';
import { CANCELLATION } from './rules-of-calls.ts';

const task = 'cancel-transfer' as const;
const since = 2;
const cancelled = {
  task,
  since,
  truth: 'one',
  beliefs: ['booked'],
  meets: ['bookTransfer', 'cancelReservation'],
} as const;
/** The reservation stands. */
const refused = { ...cancelled, truth: 'none', beliefs: ['not booked'] } as const;
/** The client may stop, or read and cancel again. */
const open = { ...cancelled, truth: 'either', beliefs: ['booked', 'not booked'] } as const;

/** Cancels a transfer booked by the client. Here `booked` means cancelled. */
export const transferCancellationSituations: readonly Situation[] = [
  { ...cancelled, name: `${task}.plain`, title: 'everything goes well', armed: '', rules: CANCELLATION },
  {
    ...cancelled,
    name: `${task}.booking-pending`,
    title: 'the booking is pending, then completed, and then it is cancelled',
    armed: 'book:pending',
    rules: CANCELLATION,
  },
  {
    ...refused,
    name: `${task}.refused`,
    title: 'the supplier refuses the cancellation',
    armed: 'cancel:cancel-refused',
    rules: CANCELLATION,
  },
  {
    ...refused,
    name: `${task}.too-late`,
    title: 'it is too late to cancel',
    armed: 'cancel:cancel-too-late',
    rules: CANCELLATION,
  },
  {
    ...cancelled,
    name: `${task}.without-refund`,
    title: 'the cancellation refunds nothing',
    armed: 'cancel:cancel-without-refund',
    rules: CANCELLATION,
  },
  {
    ...refused,
    name: `${task}.unauthorized`,
    title: 'the cancellation returns 401, after a good booking',
    armed: 'cancel:unauthorized',
    rules: CANCELLATION,
  },
  ...inDoubt('502', 'returns 502'),
  ...inDoubt('timeout', 'gets no response'),
  ...inDoubt('dropped', 'loses its connection'),
  ...inDoubt('server-error', 'returns 500'),
  {
    ...cancelled,
    name: `${task}.502-late`,
    title: 'the cancellation returns 502, and appears with the second read',
    armed: 'cancel:502-late(calls=1)',
    beliefs: ['booked', 'unknown'],
    rules: CANCELLATION,
  },
  {
    ...cancelled,
    name: `${task}.truncated-body`,
    title: 'half of the response to the cancellation arrives',
    armed: 'cancel:truncated-body(calls=1)',
    rules: CANCELLATION,
  },
  {
    ...cancelled,
    name: `${task}.malformed-body`,
    title: 'the response to the cancellation is not JSON',
    armed: 'cancel:malformed-body(calls=1)',
    rules: CANCELLATION,
  },
  {
    ...cancelled,
    name: `${task}.502-after-commit-read-502`,
    title: 'the cancellation returns 502 and was made, and the read after it returns 502 too',
    // The booking is read once before.
    armed: 'cancel:502-after-commit(calls=1); read:502(calls=1)',
    beliefs: ['booked', 'unknown'],
    rules: CANCELLATION,
  },
];

/** The client sees the same in both cases: the work was done, or it was not. */
function inDoubt(lost: string, title: string): Situation[] {
  return [
    {
      ...open,
      name: `${task}.${lost}`,
      title: `the cancellation ${title}, and nothing was done`,
      armed: `cancel:${lost}(calls=1)`,
      rules: [...CANCELLATION, 'transfer.502.proves-nothing'],
    },
    {
      ...cancelled,
      name: `${task}.${lost}-after-commit`,
      title: `the cancellation ${title}, and it was made`,
      armed: `cancel:${lost}-after-commit(calls=1)`,
      rules: [...CANCELLATION, 'transfer.502.proves-nothing'],
    },
  ];
}
