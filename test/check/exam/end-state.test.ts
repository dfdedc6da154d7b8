import { expect, it } from 'vitest';
import { holdExam } from '../../../src/check/exam/exam.ts';
import { readCommand } from './habit-command.ts';

it.each([
  [
    'hold-flight.hold-unavailable',
    'orders-instead',
    ['truth: The task asks for no such booking, and it is active: order '],
    0,
  ],
  [
    'hold-flight.hold-unavailable',
    'orders-instead-and-says-booked',
    ['truth: The task asks for no such', 'belief: The client says booked, and only another booking is there: order '],
    0,
  ],
  ['order-flight.plain', 'holds-first', ['truth: The task asks for no such booking, and it is active: hold '], 0],
  ['book-transfer.plain', 'books-and-cancels', [], 1],
  [
    'book-transfer.plain',
    'cancels-in-the-end',
    ['missing: 0 reservations', 'belief: The client says booked, and its booking was cancelled: '],
    1,
  ],
  [
    'book-transfer.502-after-commit',
    'cancels-after-a-502',
    ['conduct: Expected a read of the reservation after the booking that got a 502'],
    0,
  ],
  ['book-transfer.long-tokens', 'cuts-tokens', ['missing: 0 reservations', 'conduct: Expected the pricingToken'], 0],
  [
    'book-transfer.502',
    'rebooks-as-another',
    ['conduct: Expected a read of the outcome after the booking that got'],
    0,
  ],
])('compares the end state of %s with the client that %s', async (only, habit, messages, warnings) => {
  const command = readCommand(habit, { only: [only], tasks: [only.split('.')[0] ?? ''], strict: false });
  const { results } = await holdExam({ ...command, situations: command.applicable, parallel: 1 });
  const [{ findings, warnings: warned }] = results;
  const said = findings.filter(({ kind }) => kind !== 'idle').map(({ kind, message }) => `${kind}: ${message}`);
  for (const message of messages) expect(said).toContainEqual(expect.stringContaining(message));
  expect(warned.filter(({ assumption }) => assumption === 'conduct.detour')).toHaveLength(warnings);
});
