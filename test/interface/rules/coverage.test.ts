import { expect, it } from 'vitest';
import { isObservable, loadRules } from '../../../src/interface/rules/load-rules.ts';
import { readTitles, ruleIdsIn, titlesIn } from './titles.ts';

const rules = loadRules();
const titles = readTitles('test/**/*.test.ts');

it('finds the titles of the tests that run, and no others', () => {
  const source = `
    it('plain', run); test("double", run); it.concurrent(\`backticks\`, run); it.each(rows)('each %s', run);
    it.skip('skipped', run); it.todo('planned'); describe.skip('group', () => { it('in a skipped group', run); });
    it('in ' + 'two ' + 'parts', run); /x/.test('no title'); // it('in a comment', run)
  `;
  expect(titlesIn(source)).toEqual(['plain', 'double', 'backticks', 'each %s', 'in two parts']);
  expect(titles.map((title) => title.file)).toContain('test/interface/rules/coverage.test.ts');
});

it('every observable rule that binds the service has a test that names it', () => {
  const named = new Set(titles.flatMap((title) => ruleIdsIn(title.text)));
  const missing = rules
    .filter((rule) => rule.bound !== 'client' && isObservable(rule) && !named.has(rule.id))
    .map((rule) => rule.id);
  expect(missing, `${missing.length} rules without a test whose title ends with [rule id]`).toEqual([]);
});

it('every rule that a test names exists', () => {
  const ids = new Set(rules.map((rule) => rule.id));
  const unknown = titles.flatMap((title) =>
    ruleIdsIn(title.text)
      .filter((id) => !ids.has(id))
      .map((id) => `${id} in ${title.file}`),
  );
  expect(unknown).toEqual([]);
});
