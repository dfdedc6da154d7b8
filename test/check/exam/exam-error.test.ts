import { describe, expect, it } from 'vitest';
import type { ExamOptions } from '../../../src/check/exam/exam.ts';
import { explore, holdExam } from '../../../src/check/exam/exam.ts';
import { present } from '../../../src/check/exam/present.ts';
import type { Task } from '../../../src/check/exam/situation.ts';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { exitCodeOf } from '../../../src/check/report/report.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import { readCommand, reportOf } from './habit-command.ts';

const command = readCommand('believes-200', { only: ['book-transfer.plain', 'book-transfer.nulls'], strict: false });

describe('an error of the exam itself', () => {
  it('an error of the exam in one run is discarded: the situation runs again', async () => {
    const { results } = await holdExam({ ...options(failing(1)), situations: command.applicable });
    expect(results.map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
  });

  it('a repeated error of the exam names its cause, and keeps the other situations', async () => {
    const { results, durationMs } = await holdExam({ ...options(failing(2)), situations: command.applicable });
    expect(results.map(({ verdict }) => verdict)).toEqual(['error', 'passed']);
    const shown = present(await reportOf(command, results, durationMs));
    expect(exitCodeOf(shown)).toBe(2);
    const text = renderText(shown, { paint: colourless, quiet: true });
    expect(text).toContain('The exam failed, not the client: fetch failed: connect ECONNREFUSED 127.0.0.1:9.');
    expect(text).toContain('ERROR: the exam itself failed in 1 situation\n2 situations: 1 passed, 1 not examined;');
  });

  it('ends an exploration and names its cause: a run without a result does not count as survived', async () => {
    const tasks: Task[] = ['book-transfer'];
    await expect(explore({ ...options(failing(2)), runs: 1, tasks })).rejects.toThrow(
      'The exam failed, not the client: fetch failed: connect ECONNREFUSED 127.0.0.1:9.',
    );
  });
});

function options(run: ExamOptions['candidate']['run']) {
  return { ...command, parallel: 1, candidate: { ...command.candidate, run } };
}

/** A client under which the exam fails so many times, as it does when a call to its own sandbox is lost. */
function failing(times: number): ExamOptions['candidate']['run'] {
  let left = times;
  return (assignment, signal) =>
    left-- > 0
      ? Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') }))
      : command.candidate.run(assignment, signal);
}
