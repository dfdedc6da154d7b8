import { describe, expect, it } from 'vitest';
import { coverRules, emptyCells, findHoles } from '../../../src/check/verify/coverage.ts';
import { loadContracts } from '../../../src/check/verify/load-contracts.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';
import { loadPlantedDefects } from '../../../src/interface/rules/load-proofs.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';
import { loadScenarios } from '../../../src/scenarios/registry.ts';
import { loadDefects } from '../../defects/load-defects.ts';

const rules = loadRules();
const ruleIds = new Set(rules.map(({ id }) => id));
const areas = await loadContracts();
const contracts = areas.flatMap((area) => area.contracts);
const defects = await loadDefects();
const scenarios = await loadScenarios();
const operations = listOperations(await loadSpec()).map(({ operationId }) => operationId);

describe('the contracts', () => {
  it('check every rule that binds the service and can be observed, and each has a defect that proves it', () => {
    const coverage = coverRules({ rules, areas, scenarios: [...scenarios.values()], defects: loadPlantedDefects() });
    expect(
      findHoles(coverage).map(
        ({ rule, contracts: own }) => `${rule.id} has no ${own.length === 0 ? 'contract' : 'defect'}`,
      ),
    ).toEqual([]);
  });

  it('are incomplete if a rule has no contract or no defect', () => {
    const coverage = (without: { contract?: boolean; defect?: boolean }) =>
      coverRules({
        rules: rules.filter(({ id }) => id === 'flight-search.endpoint'),
        areas: without.contract ? [] : areas,
        scenarios: [],
        defects: without.defect ? [] : loadPlantedDefects(),
      });
    expect(
      [coverage({}), coverage({ contract: true }), coverage({ defect: true })].map((one) => findHoles(one).length),
    ).toEqual([0, 1, 1]);
  });

  it('call every operation of their rule, except those listed as showing nothing of it', () => {
    const coverage = coverRules({ rules, areas, scenarios: [], defects: loadPlantedDefects() });
    const empty = coverage.filter((one) => emptyCells(one).length > 0).map(({ rule }) => rule.id);
    // The required-fields flags of a holder and the generic flags are assumed, as the address is.
    expect(empty.filter((id) => !/^flight-order\.mapping\.(holder-|generic-)/.test(id))).toEqual([
      'auth.headers.content-type',
      'versioning.flight-v1-path',
    ]);
  });

  it('have unique titles', () => {
    expect(repeated(contracts.map(({ title }) => title))).toEqual([]);
  });

  it('name rules, operations and scenarios that exist', () => {
    expect(contracts.flatMap(({ rules: own }) => own.filter((id) => !ruleIds.has(id)))).toEqual([]);
    expect(contracts.filter(({ rules: own }) => own.length === 0)).toEqual([]);
    expect(contracts.flatMap(({ calls }) => calls.filter((id) => !operations.includes(id)))).toEqual([]);
    expect(contracts.flatMap(({ scenarios: own = [] }) => own.filter((name) => !scenarios.has(name)))).toEqual([]);
  });

  it('do not name rules that bind only the client', () => {
    const callers = new Set(rules.filter(({ bound }) => bound === 'client').map(({ id }) => id));
    expect(contracts.flatMap(({ rules: own }) => own.filter((id) => callers.has(id)))).toEqual([]);
  });
});

describe('the defects', () => {
  it('have unique names and break existing rules', () => {
    expect(repeated(defects.map(({ name }) => name))).toEqual([]);
    expect(
      defects.flatMap(({ rule, alsoBreaks = [] }) => [rule, ...alsoBreaks].filter((id) => !ruleIds.has(id))),
    ).toEqual([]);
  });
});

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}
