import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atExam, situations } from '../../../src/check/exam/situations.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import { hiddenConduct, loadRules } from '../../../src/interface/rules/load-rules.ts';
import { good } from '../../clients/good/good.ts';
import type { MatrixRoom } from './matrix/matrix-room.ts';
import { openMatrixRoom } from './matrix/matrix-room.ts';
import { followers } from './matrix/remedies.ts';

const checks = (await loadConduct()).flatMap((area) => area.checks);
let room: MatrixRoom;
beforeAll(async () => {
  room = await openMatrixRoom(false);
});
afterAll(() => room.close());

describe('a client that follows a remedy', () => {
  it.each(followers)('of "$check" passes every situation that is about its rules', async ({ check, right, client }) => {
    const [own] = checks.filter(({ title }) => title === check);
    expect(own?.right).toBe(right);
    const about = situations.filter(
      // The matrix waits on the clock of the service; a slow service takes its time in real time.
      ({ rules, lateMs }) => lateMs === undefined && rules.some((rule) => own?.rules.includes(rule)),
    );
    expect(about).not.toEqual([]);
    for (const situation of about) {
      const { findings, warnings } = await room.examine({ ...good, ...client(good) }, situation);
      expect([situation.name, ...findings, ...warnings]).toEqual([situation.name]);
    }
  });
});

it('every other remedy is what the good client does, in a situation that is about its rule', () => {
  const followed = new Set(followers.map(({ check }) => check));
  const binding = new Map(loadRules().map((rule) => [rule.id, rule]));
  const missing = checks
    .filter(({ title, rules }) => rules.length > 0 && !followed.has(title))
    .flatMap(({ title, rules }) => {
      const isMet = rules.some((id) => {
        const rule = binding.get(id);
        const { situations: about, notMet } = atExam(id);
        return about.length > 0 || notMet !== null || (rule !== undefined && hiddenConduct(rule) !== null);
      });
      return isMet ? [] : [title];
    });
  expect(missing).toEqual([]);
});
