import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadAssumptions } from '../../src/interface/rules/load-assumptions.ts';
import { loadRules } from '../../src/interface/rules/load-rules.ts';
import { loadScenarios, scenarioNames } from '../../src/scenarios/registry.ts';
import { findSpelled } from '../../src/scenarios/spelled-names.ts';
import { readTitles } from '../interface/rules/titles.ts';
import { documentedOperations } from '../server/spec.ts';
import { present } from '../support/present.ts';

const registry = await loadScenarios();
const scenarios = [...registry.values()];
const rules = loadRules();

describe('the registry', () => {
  it('has the scenarios in the order of their names', () => {
    const names = [...registry.keys()];
    expect(names.length).toBeGreaterThanOrEqual(12);
    expect(names).toEqual(names.toSorted());
    expect(scenarios.map(({ name }) => name)).toEqual(names);
    expect(names.indexOf('502')).toBeLessThan(names.indexOf('502-after-commit'));
  });

  it.each(scenarios)('$name exercises existing rules, on their operations', ({ rules: ids, operations, basis }) => {
    if (basis === 'documented') expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      const rule = rules.find((each) => each.id === id);
      expect(rule, `contracts/rules.yaml has no ${id}`).toBeDefined();
      expect(
        operations.filter((operation) => present(rule).operations.includes(operation)),
        `${id} speaks of none of its operations`,
      ).not.toEqual([]);
    }
  });

  it.each(scenarios)(
    '$name applies to operations of the interface, and acts at one point; at both if the response to what ' +
      'it did is lost',
    ({ operations, edge, effects }) => {
      const documented = documentedOperations.map(({ operationId }) => operationId);
      expect(operations.length).toBeGreaterThan(0);
      expect(operations.filter((operation) => !documented.includes(operation))).toEqual([]);
      expect(edge ?? effects).toBeDefined();
      if (edge && effects) expect(edge).toMatchObject({ at: 'after' });
    },
  );

  it.each(scenarios)('$name is based on the document or on an existing assumption', ({ basis }) => {
    if (basis === 'documented') return;
    expect(loadAssumptions().map(({ id }) => id)).toContain(basis.assumption);
  });

  it.each(scenarios)('$name leads only to documented statuses', ({ edge, operations }) => {
    if (typeof edge !== 'object' || !('error' in edge) || edge.error !== 'upstream_failed') return;
    for (const { operationId, statuses } of documentedOperations) {
      if (operations.includes(operationId)) expect(statuses).toContain(502);
    }
  });

  it('every scenario has a test whose title begins with its name', () => {
    const titles = readTitles('test/scenarios/*.test.ts').map(({ text }) => text);
    expect(
      scenarios.map(({ name }) => name).filter((name) => !titles.some((title) => title.startsWith(`${name}: `))),
    ).toEqual([]);
  });

  it('finds every scenario by a unique spelling of letters only', () => {
    for (const name of registry.keys()) {
      const spelled = WORDS.reduce((text, [digits, word]) => text.replace(digits, word), name).replaceAll('-', ' ');
      expect([name, findSpelled(registry, spelled)]).toEqual([name, name]);
      expect(findSpelled(registry, spelled.replaceAll(' ', ''))).toBe(name);
    }
  });

  it('lists for each operation its scenarios', () => {
    for (const { operationId } of documentedOperations) {
      const names = scenarioNames(registry, operationId);
      expect(names).toEqual(
        scenarios.filter(({ operations }) => operations.includes(operationId)).map(({ name }) => name),
      );
      expect(names).toContain('server-error');
    }
  });
});

const WORDS = [
  ['429', 'TooManyRequests'],
  ['502', 'BadGateway'],
  ['503', 'ServiceUnavailable'],
  ['0', 'Zero'],
  ['1', 'One'],
] as const;

it('openapi.yaml never mentions scenarios', () => {
  expect(readFileSync('openapi.yaml', 'utf8')).not.toMatch(/scenario/i);
});
