import { expect, it } from 'vitest';
import { hasSecondTry } from '../support/runner/second-try.ts';
import { texts } from './texts.ts';

it.each([
  ['full', 'test/cli/log.full.test.ts', 'prints a line per call'],
  ['browser', 'test/console/live.browser.test.ts', 'shows a new call'],
  ['postgres', 'test/store/store.test.ts', 'stores a search'],
  ['postgres-full', 'test/store/plans.postgres.test.ts', 'reads few rows'],
])('a test with processes, a browser or PostgreSQL has a second try: %s, %s', (project, path, title) => {
  expect(hasSecondTry(project, path, title)).toBe(true);
});

it.each([
  ['fast', 'test/store/store.test.ts', 'stores a search'],
  ['fast', 'test/clients/bad.test.ts', 'is reported'],
  ['full', 'test/defects/black-box.full.test.ts', 'is found'],
  ['full', 'test/check/exam/matrix.full.test.ts', 'is reported by the exam'],
  ['full', 'test/fuzz/fuzz.full.test.ts', 'accepts no invalid call'],
  ['full', 'test/control-api/state-kill.full.test.ts', 'leaves the whole state'],
  ['full', 'test/console/exam.browser.full.test.ts', 'continues after kill -9 of a sandbox'],
  ['postgres', 'test/transfers/races.test.ts', 'books once'],
  ['postgres', 'test/store/store.test.ts', 'concurrent orders for one offer are one order'],
  ['postgres-full', 'test/control-api/state-race.test.ts', 'imports once'],
  ['postgres-full', 'test/server/balanced.postgres.test.ts', 'has equal verdicts'],
  ['postgres-full', 'test/store/outage.postgres.test.ts', 'every acknowledged booking exists once'],
])('a fast test, a defect, a bad client, a race and a kill have no second try: %s, %s', (project, path, title) => {
  expect(hasSecondTry(project, path, title)).toBe(false);
  expect(texts.map((text) => text.path)).toContain(path);
});
