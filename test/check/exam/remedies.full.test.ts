import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Situation } from '../../../src/check/exam/situation.ts';
import { atExam, situations } from '../../../src/check/exam/situations.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import { hiddenConduct, loadRules } from '../../../src/interface/rules/load-rules.ts';
import { good } from '../../clients/good/good.ts';
import type { MatrixRoom } from './matrix/matrix-room.ts';
import { openMatrixRoom } from './matrix/matrix-room.ts';
import { followers } from './matrix/remedies.ts';

const checks = (await loadConduct()).flatMap((area) => area.checks);
let room: MatrixRoom;
let live: MatrixRoom;
beforeAll(async () => {
  [room, live] = await Promise.all([openMatrixRoom(false), openMatrixRoom(true)]);
});
afterAll(() => Promise.all([room.close(), live.close()]));

describe('a client that follows a remedy', () => {
  it.each(followers)(
    'a client with the remedy of "$check" passes every situation that is about its rules',
    async ({ check, right, client }) => {
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
    },
  );
});

it('the good client follows every other remedy in a situation about its rule', () => {
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

describe('the good client', () => {
  it.each(checks.filter(({ advice }) => advice !== undefined))(
    'does not get the advice "$advice" in any situation that can trigger it',
    async ({ advice, scenarios }) => {
      const about = situations.filter(
        (one) => one.lateMs === undefined && (advice === LIVE ? one.live : isAbout(one, scenarios)),
      );
      expect(about).not.toEqual([]);
      for (const situation of about) {
        const { advice: given } = await (situation.live ? live : room).examine(good, situation);
        expect([situation.name, ...given.map(({ id }) => id)]).not.toContain(advice);
      }
    },
  );
});

function isAbout({ armed, live: isLive }: Situation, scenarios: readonly string[]): boolean {
  if (isLive) return false;
  return scenarios.length === 0 ? armed === '' : scenarios.some((name) => armed.includes(name));
}

const LIVE = 'live-mode.goes-on';
