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

  it('fails if it booked twice, regardless of the second run', async () => {
    const shown = await hold(['books-twice', 'believes-200']);
    expect(exitCodeOf(shown)).toBe(1);
    const text = renderText(shown, { paint: colourless, quiet: true });
    expect(text).toMatch(
      /^FAILED book-transfer\.plain[^]*truth: Booked more than once: expected at most 1, found 2 reservations/,
    );
    expect(text).toContain('  runs      failed 1 of 2');
    expect(text).toContain('FAILED: 1 situation\n1 situation: 1 failed;');
  });

  it('is flaky, and does not pass, if nothing wrong is booked', async () => {
    const shown = await hold(['crashes', 'believes-200']);
    expect(exitCodeOf(shown)).toBe(1);
    const text = renderText(shown, { paint: colourless, quiet: true });
    expect(text).toMatch(/^FLAKY book-transfer\.plain[^]*crash: The client ended with exit code 1[^]*failed 1 of 2/);
    expect(text).toContain('FAILED: 1 situation\n1 situation: 1 flaky;');
  });

  it('reports the more severe of two failures', async () => {
    const text = renderText(await hold(['books-twice', 'crashes']), { paint: colourless, quiet: true });
    expect(text).toContain('truth: Booked more than once: expected at most 1, found 2 reservations');
    expect(text).not.toContain('failed 1 of 2');
  });

  it('fails under random events too, and the report lists the events as drawn', async () => {
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
  const hold = async (habits: string[], isBusy: (run: number) => boolean) => {
    const command = readCommand('believes-200', { only: ['book-transfer.plain'], strict: false });
    const client = alternating(habits, command.candidate);
    let runs = 0;
    const candidate: Candidate = {
      ...client,
      run: (assignment, signal) => {
        if (isBusy(runs++)) withholdProcessor();
        return client.run(assignment, signal);
      },
    };
    const { results } = await holdExam({ ...command, situations: command.applicable, candidate, parallel: 1 });
    const found = results.map(({ verdict, findings }) => [verdict, ...findings.map(({ kind }) => kind)]);
    return { found, runs, message: results[0]?.findings[0]?.message };
  };
  const inEachRun = () => true;

  it('passes on a busy machine if it waits long enough in a later run', async () => {
    const { found } = await hold(['leaves-at-once', 'leaves-at-once', 'believes-200'], (run) => run < 2);
    expect(found).toEqual([['passed']]);
  });

  it('fails if it does so in every run, on a busy machine or not', async () => {
    expect((await hold(['leaves-at-once'], inEachRun)).found).toEqual([['failed', 'missing', 'belief']]);
    expect((await hold(['leaves-at-once'], () => false)).found).toEqual([['failed', 'missing', 'belief']]);
  });

  it('is not judged on a busy machine if each run ends differently', async () => {
    const habits = ['leaves-at-once', 'leaves-and-crashes'];
    const { found, runs, message } = await hold(habits, inEachRun);
    expect([found, runs]).toEqual([[['did not come about', 'idle']], 5]);
    expect(message).toMatch(/^The machine was too slow for the client in 5 runs: everything took more than twice/);
  });

  it('fails for a double booking, regardless of the next run', async () => {
    const { found } = await hold(['leaves-at-once', 'books-twice', 'believes-200'], inEachRun);
    expect(found).toEqual([['failed', 'truth']]);
  });
});

/** Waits as a process waits that gets no processor. */
function withholdProcessor(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
}

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
