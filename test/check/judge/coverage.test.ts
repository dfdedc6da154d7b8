import { expect, it } from 'vitest';
import { atExam } from '../../../src/check/exam/situations.ts';
import { dependsOnClient, notMet, shownByTruth } from '../../../src/check/exam/situations.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { coverConduct, findConductHoles, findExamHoles } from '../../../src/check/judge/coverage.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import { loadListedBadClients } from '../../../src/interface/rules/load-proofs.ts';
import { hiddenConduct, loadRules } from '../../../src/interface/rules/load-rules.ts';
import { loadBadClients } from '../../clients/bad/load-bad-clients.ts';

const rules = loadRules();
const areas = await loadConduct();
const checks = areas.flatMap((area) => area.checks);
const clients = await loadBadClients();

it('every rule that binds the client has a conduct check and a bad client, or a reason why it cannot have one', () => {
  const holes = findConductHoles(coverConduct({ rules, areas, badClients: loadListedBadClients(), atExam }));
  expect(holes.map(({ rule }) => rule.id)).toEqual([]);
});

it('every rule that can be observed has a situation of the exam, or a reason why it has none', () => {
  const coverage = coverConduct({ rules, areas, badClients: loadListedBadClients(), atExam });
  expect(findExamHoles(coverage).map(({ rule }) => rule.id)).toEqual([]);
  const ids = new Set(coverage.map(({ rule }) => rule.id));
  const named = [...situations.flatMap((one) => one.rules), ...Object.keys({ ...notMet, ...dependsOnClient })];
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
  expect(Object.keys(notMet).filter((id) => atExam(id).situations.length > 0)).toEqual([]);
});

it("every rule that needs a client's belief is marked as not observable by the judge", () => {
  const hidden = new Set(rules.filter((rule) => hiddenConduct(rule) !== null).map(({ id }) => id));
  expect(Object.keys(shownByTruth).filter((id) => !hidden.has(id))).toEqual([]);
});

it('every piece of advice has a bad client', () => {
  const advice = new Set(checks.flatMap((check) => check.advice ?? []));
  expect([...advice].filter((id) => !clients.some((client) => client.rule === id))).toEqual([]);
});

it('every bad client breaks a rule that binds the client, or does not follow a piece of advice', () => {
  const ids = new Set([
    ...rules.filter(({ bound }) => bound !== 'service').map(({ id }) => id),
    ...checks.flatMap((check) => check.advice ?? []),
  ]);
  const named = clients.flatMap(({ name, rule, consequences = {} }) =>
    [rule, ...Object.keys(consequences)].map((id) => ({ name, id })),
  );
  expect(named.filter(({ id }) => !ids.has(id))).toEqual([]);
});
