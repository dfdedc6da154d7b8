import type { Situation } from '../situation.ts';
import { CONFIRMATION, LOST, PENDING, STATUS, TRANSFER_CHANGE } from './rules-of-calls.ts';

const task = 'change-transfer' as const;
const since = 1;
const changed = {
  task,
  since,
  truth: 'one',
  beliefs: ['booked'],
  meets: ['bookTransfer', 'confirmReservationChange'],
} as const;
/** The change fails, and the original stays as the only reservation. */
const refused = { ...changed, beliefs: ['not booked'] } as const;
const open = { ...changed, beliefs: ['booked', 'not booked'] } as const;

const RESENDS_BOOK = ',change:resend-double-books';

/** Changes a transfer booked by the client: change search, pricing, change confirmation. */
export const transferChangeSituations: readonly Situation[] = [
  { ...changed, name: 'change-transfer.plain', title: 'everything goes well', armed: '', rules: TRANSFER_CHANGE },
  {
    ...changed,
    name: 'change-transfer.pending',
    title: 'the change is pending, then completed',
    armed: 'change:pending',
    rules: [...TRANSFER_CHANGE, ...PENDING],
  },
  {
    ...refused,
    name: 'change-transfer.pending-then-failed',
    title: 'the change is pending, then failed',
    armed: 'change:pending-then-failed',
    rules: [...TRANSFER_CHANGE, ...PENDING],
  },
  {
    ...refused,
    name: 'change-transfer.failed',
    title: 'the supplier refuses the change',
    armed: 'change:failed',
    rules: [...TRANSFER_CHANGE, ...STATUS],
  },
  {
    ...changed,
    name: 'change-transfer.502-after-commit',
    title: 'the change returns 502, but it was made',
    armed: 'change:502-after-commit(calls=1)',
    rules: LOST,
  },
  {
    ...open,
    name: 'change-transfer.502',
    title: 'the change returns 502, and no work was done',
    armed: 'change:502(calls=1)',
    rules: LOST,
  },
  {
    ...changed,
    name: 'change-transfer.dropped-after-commit',
    title: 'the connection of the change is cut, but it was made',
    armed: 'change:dropped-after-commit(calls=1)',
    rules: LOST,
  },
  {
    ...changed,
    name: 'change-transfer.timeout-after-commit',
    title: 'the change gets no response, but it was made',
    armed: 'change:timeout-after-commit(calls=1)',
    rules: LOST,
  },
  {
    ...refused,
    name: 'change-transfer.unauthorized',
    title: 'the change returns 401, after a good booking',
    armed: 'change:unauthorized',
    rules: CONFIRMATION,
  },
  {
    ...refused,
    name: 'change-transfer.not-amendable',
    title: 'the supplier changes no reservation',
    armed: 'change:not-amendable',
    rules: CONFIRMATION,
  },
  {
    ...refused,
    name: 'change-transfer.no-offers',
    title: 'the change search finds nothing',
    armed: 'change-search:no-offers',
    rules: CONFIRMATION,
    meets: ['bookTransfer', 'searchReservationChanges'],
  },
  {
    ...changed,
    name: 'change-transfer.502-late-four-reads',
    title: 'the change returns 502, and appears with the fifth read',
    armed: 'change:502-late(reads=4,calls=1)',
    beliefs: ['booked', 'unknown'],
    rules: LOST,
  },
  {
    ...changed,
    name: 'change-transfer.dropped-after-commit-resend-books',
    title: 'the connection of the change is cut and it was made, at a supplier that books every resend again',
    armed: 'change:dropped-after-commit(calls=1),change:resend-double-books',
    rules: LOST,
  },
  {
    ...refused,
    name: 'change-transfer.pending-then-failed-read-502',
    title: 'the change is pending, then failed, and a read returns 502',
    armed: 'change:pending-then-failed,read:502(calls=1)',
    rules: PENDING,
  },
  changeInDoubt('timeout', 'gets no response', 'nothing was done'),
  changeInDoubt('dropped', 'loses its connection', 'nothing was done'),
  changeInDoubt('server-error', 'returns 500', 'nothing was done'),
  changeInDoubt('server-error-after-commit', 'returns 500', 'it was made'),
  changeInDoubt('truncated-body', 'gets half of its response', 'it was made'),
  changeInDoubt('malformed-body', 'gets a response that is not JSON', 'it was made'),
  changeInDoubt('502-late', 'returns 502', 'it appears with the second read'),
  changeInDoubt('502-after-commit', 'returns 502', 'it was made', RESENDS_BOOK),
  changeInDoubt('timeout-after-commit', 'gets no response', 'it was made', RESENDS_BOOK),
  changeInDoubt('server-error-after-commit', 'returns 500', 'it was made', RESENDS_BOOK),
  changeInDoubt('truncated-body', 'gets half of its response', 'it was made', RESENDS_BOOK),
  changeInDoubt('malformed-body', 'gets a response that is not JSON', 'it was made', RESENDS_BOOK),
  {
    ...changed,
    since: 2,
    name: 'change-transfer.pending-resend-books',
    title: 'the change is pending, at a supplier that books every resend again',
    armed: 'change:pending,change:resend-double-books',
    rules: PENDING,
  },
  {
    ...refused,
    since: 2,
    name: 'change-transfer.pending-forever',
    title: 'the change never leaves pending',
    armed: 'change:pending-forever',
    beliefs: ['unknown'],
    rules: PENDING,
  },
];

/** Returns a change with a lost response, with either outcome. */
function changeInDoubt(lost: string, how: string, then: string, alsoArmed = ''): Situation {
  const isMade = then !== 'nothing was done';
  const beliefs = lost === '502-late' ? (['booked', 'unknown'] as const) : changed.beliefs;
  return {
    ...(isMade ? { ...changed, beliefs } : open),
    since: 2,
    name: `change-transfer.${lost}${alsoArmed === '' ? '' : '-resend-books'}`,
    title: `the change ${how}, and ${then}${alsoArmed === '' ? '' : ', at a supplier that books every resend again'}`,
    armed: `change:${lost}(calls=1)${alsoArmed}`,
    rules: lost.startsWith('server-error') ? CONFIRMATION : LOST,
  };
}
