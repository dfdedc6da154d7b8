import { describe, expect, it } from 'vitest';
import { explore, holdExam } from '../../../src/check/exam/exam.ts';
import { present, renderDiscoveries } from '../../../src/check/exam/present.ts';
import type { Candidate } from '../../../src/check/exam/run-client.ts';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { exitCodeOf } from '../../../src/check/report/report.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import { readCommand, reportOf } from './habit-command.ts';

describe('a client that fails in every other run', () => {
  const hold = async (habits: string[]) => {
    const command = readCommand('believes-200', { only: ['book-transfer.plain'], strict: false });
    const candidate = alternating(habits, command.candidate);
    const { results, durationMs } = await holdExam({ ...command, situations: command.applicable, candidate });
    return present(await reportOf(command, results, durationMs));
  };

  it('fails where it booked twice, whatever the second run says', { timeout: 30_000 }, async () => {
    const shown = await hold(['books-twice', 'believes-200']);
    expect(exitCodeOf(shown)).toBe(1);
    const text = renderText(shown, { paint: colourless, quiet: true });
    expect(text).toMatch(/^FAILED book-transfer\.plain[^]*truth: Booked more than once: 2 reservations/);
    expect(text).toContain('  runs      failed 1 of 2');
    expect(text).toContain('FAILED: 1 situation\n1 situation: 1 failed;');
  });

  it('is flaky where nothing wrong is booked, which is no pass', { timeout: 30_000 }, async () => {
    const shown = await hold(['crashes', 'believes-200']);
    expect(exitCodeOf(shown)).toBe(1);
    const text = renderText(shown, { paint: colourless, quiet: true });
    expect(text).toMatch(/^FLAKY book-transfer\.plain[^]*crash: The client ended with exit code 1[^]*failed 1 of 2/);
    expect(text).toContain('FAILED: 1 situation\n1 situation: 1 flaky;');
  });

  it('fails in both runs as the graver one did', { timeout: 30_000 }, async () => {
    const text = renderText(await hold(['books-twice', 'crashes']), { paint: colourless, quiet: true });
    expect(text).toContain('truth: Booked more than once: 2 reservations');
    expect(text).not.toContain('failed 1 of 2');
  });

  it('breaks under random events too, and what it did is listed as it was drawn', { timeout: 60_000 }, async () => {
    const command = readCommand('believes-200', { tasks: ['book-transfer'], only: [], strict: false });
    // The first run shows that the client starts.
    const candidate = alternating(['believes-200', 'books-twice', 'believes-200'], command.candidate);
    const discoveries = await explore({ ...command, candidate, runs: 1, tasks: ['book-transfer'], seed: 't34' });
    expect(discoveries).toMatchObject([{ result: { verdict: 'failed', runs: 2, failures: 1 } }]);
    expect(discoveries[0]?.shortest).toEqual(discoveries[0]?.events);
    expect(renderDiscoveries(discoveries, 1, colourless)).toContain('failed 1 of 2');
  });
});

describe('a client that stops waiting for a call that nothing delayed', () => {
  const hold = async (habits: string[]) => {
    const command = readCommand('believes-200', { only: ['book-transfer.plain'], strict: false });
    const candidate = alternating(habits, command.candidate);
    const { results } = await holdExam({ ...command, situations: command.applicable, candidate, parallel: 1 });
    return results.map(({ verdict, findings }) => [verdict, ...findings.map(({ kind }) => kind)]);
  };

  it('passes where it waits long enough in a later run', { timeout: 30_000 }, async () => {
    expect(await hold(['leaves-at-once', 'leaves-at-once', 'believes-200'])).toEqual([['passed']]);
  });

  it('fails where it does so in every run', { timeout: 30_000 }, async () => {
    expect(await hold(['leaves-at-once'])).toEqual([['failed', 'missing', 'belief']]);
  });

  it('fails by what it books twice, whatever the next run says', { timeout: 30_000 }, async () => {
    expect(await hold(['leaves-at-once', 'books-twice', 'believes-200'])).toEqual([['failed', 'truth']]);
  });
});

/** A client with another habit in each run; the last habit stays. */
function alternating(habits: readonly string[], candidate: Candidate): Candidate {
  let runs = 0;
  return {
    ...candidate,
    run: (assignment, signal) => {
      const habit = habits[Math.min(runs++, habits.length - 1)] ?? '';
      return readCommand(habit, { only: [], strict: false }).candidate.run(assignment, signal);
    },
  };
}
