import { describe, expect, it } from 'vitest';
import { holdExam } from '../../../src/check/exam/exam.ts';
import { present } from '../../../src/check/exam/present.ts';
import type { Situation } from '../../../src/check/exam/situation.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { exitCodeOf } from '../../../src/check/report/report.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import { readCommand, reportOf } from './habit-command.ts';

const plain = situations.find(({ name }) => name === 'book-transfer.plain');
const either = { truth: 'either', beliefs: ['booked', 'not booked', 'unknown'] } as const;

describe('a situation whose event did not come about', () => {
  it.each([
    [
      'its call was never made',
      'believes-200',
      'read:502(calls=1)',
      'The client never made the call read, needed for 502.',
    ],
    [
      'the client stopped waiting first',
      'stops-waiting',
      'book:slow(delay=PT0.5S),book:failed',
      'The client stopped waiting before failed acted.',
    ],
  ])('does not count as a pass if %s', async (_, habit, armed, reason) => {
    const { results, shown } = await hold(habit, { ...either, armed, lateMs: 500 });
    expect(results).toMatchObject([{ verdict: 'did not come about', findings: [{ kind: 'idle', message: reason }] }]);
    expect(exitCodeOf(shown)).toBe(1);
    const text = renderText(shown, { paint: colourless, quiet: true });
    expect(text).toContain('DID NOT COME ABOUT book-transfer.plain');
    expect(text).toContain('1 situation: 1 did not come about;');
  });
});

describe('a client that calls the control API', () => {
  it.each(['disarms', 'disarms-in-disguise'])('fails if it %s', async (habit) => {
    const { results } = await hold(habit, { ...either, armed: 'book:502(calls=1)' });
    expect(results).toMatchObject([{ verdict: 'failed', findings: [{ kind: 'meddling' }, { kind: 'idle' }] }]);
    expect(results[0]?.findings[0]?.message).toMatch(
      /^The client called DELETE \/_sandbox\/profiles\/dp(?:_|%5F)\w+\/scenario\./i,
    );
    expect(results[0]?.findings[1]?.message).toBe('No call of the client met 502; something disarmed it.');
  });

  it.each([
    ['looks-at-the-scenario', /called GET \/_sandbox\/profiles\/dp_\w+\/scenario\./],
    ['looks-at-the-scenario-as-the-console', /called GET \/_sandbox\/profiles\/dp_\w+\/scenario\./],
    ['lists-the-profiles', /called GET \/_sandbox\/profiles\./],
    ['moves-every-clock', /called POST \/_sandbox\/clock\/advance\./],
  ])('fails even if the event came about: it %s', async (habit, message) => {
    const { results } = await hold(habit, { ...either, armed: 'book:502-after-commit(calls=1)' });
    expect(results[0]?.verdict).toBe('failed');
    expect(results[0]?.findings.filter(({ kind }) => kind === 'meddling')).toMatchObject([
      { message: expect.stringMatching(message) as string },
    ]);
  });

  it.each([
    ['selects-by-query', '?scenario='],
    ['selects-what-does-not-exist', '?scenario='],
    ['selects-by-header', 'the header X-Sandbox-Scenario'],
    ['selects-by-name', 'the name of a traveller'],
    ['selects-by-address', 'the e-mail address of a traveller'],
  ])('fails if it selects a scenario itself: it %s', async (habit, way) => {
    const { results } = await hold(habit, { ...either, armed: 'book:502(calls=1)' });
    expect(results[0]?.verdict).toBe('failed');
    expect(results[0]?.findings.filter(({ kind }) => kind === 'meddling')).toMatchObject([
      { message: `The client selected a scenario itself, by ${way}. During the exam, only the exam arms scenarios.` },
    ]);
  });

  it('passes if it only asks whether the service is there', async () => {
    const { results } = await hold('waits-for-the-service', {});
    expect(results).toMatchObject([{ verdict: 'passed' }]);
  });
});

describe('a client that exits with booked', () => {
  it.each([
    ['unknown', 'unknown'],
    ['not_booked', 'not booked'],
    ['failed', 'not booked'],
    ['Pending', 'unknown'],
  ])('fails if it states the outcome "%s"', async (stated, meant) => {
    const { results } = await hold(`states-${stated}`, {});
    expect(results[0]?.findings).toMatchObject([
      { kind: 'belief', message: `The client states "${meant}", and its exit code means booked.` },
    ]);
  });

  it.each(['BOOKED', 'completed', 'a word of its own'])('passes if it states the outcome "%s"', async (stated) => {
    const { results } = await hold(`states-${stated}`, {});
    expect(results).toMatchObject([{ verdict: 'passed' }]);
  });
});

/** Holds an exam in one situation that differs from the plain one. */
async function hold(habit: string, own: Partial<Situation>) {
  if (!plain) throw new Error('there is no plain situation');
  const command = readCommand(habit, { only: ['book-transfer.plain'], strict: false });
  const reported: Situation[] = [{ ...plain, ...own }];
  const { results, durationMs } = await holdExam({ ...command, situations: reported, parallel: 1 });
  return { results, shown: present(await reportOf({ ...command, reported }, results, durationMs)) };
}
