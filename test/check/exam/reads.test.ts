import { describe, expect, it } from 'vitest';
import { holdExam } from '../../../src/check/exam/exam.ts';
import { readCommand } from './habit-command.ts';

describe('a client that says unknown after a booking in doubt', () => {
  const only = ['book-transfer.502', 'book-transfer.server-error', 'book-transfer.502-after-commit'];
  const hold = async (habit: string) => {
    const command = readCommand(habit, { only, strict: false });
    const situations = command.applicable.filter(({ name }) => only.includes(name));
    const { results } = await holdExam({ ...command, situations });
    return results.map(({ findings }) => findings.map(({ kind, message }) => `${kind}: ${message}`));
  };

  it('passes if five reads found nothing', async () => {
    expect(await hold('reads-five-times')).toEqual([[], [], []]);
  });

  it('fails after fewer reads, because further reads could decide', async () => {
    const early = ['belief: The client says unknown; in this situation it can know: booked or not booked.'];
    expect(await hold('reads-twice')).toEqual([early, [], early]);
  });
});
