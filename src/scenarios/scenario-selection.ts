import type { OperationId } from '../api.ts';
import { Refusal } from '../errors/refusal.ts';
import { armable, operationWords } from './operations.ts';
import type { ScenarioSelector } from './parse.ts';
import { parseScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { scenarioNames } from './registry.ts';

/** A text that selects scenarios, and its place in the request: `query/scenario`, `/traveller/lastName`. */
export interface ScenarioInput {
  text: string;
  path: string;
}

/**
 * Reads the selectors of a request: scenarios that act on this request, and those that a search stores for later
 * requests about its offers (`book:pending`). Refuses with `unknown_scenario` or `scenario_not_applicable`, each with
 * what can be selected.
 */
export function selectScenarios(
  registry: Registry,
  operationId: OperationId,
  input: ScenarioInput,
): { now: ScenarioSelector[]; later: ScenarioSelector[] } {
  const selected = readNames(registry, input, () => scenarioNames(registry, operationId));
  for (const one of selected) {
    const target = one.word === undefined ? operationId : operationOf(one.word, input.path);
    if (target !== operationId && !armable[operationId]?.includes(target)) {
      const words = wordsOf([operationId, ...(armable[operationId] ?? [])]);
      refuse(
        'scenario_not_applicable',
        input.path,
        `"${one.word}:${one.name}" cannot be selected at ${operationId}; here the operation can be ${words.join(', ')}`,
      );
    }
    checkApplies(registry, one, target, input.path);
  }
  const isLater = ({ word }: ScenarioSelector) => word !== undefined && findOperation(word) !== operationId;
  return { now: selected.filter((one) => !isLater(one)), later: selected.filter(isLater) };
}

/** Reads the selectors to arm. Refuses as selectScenarios does. */
export function readArming(registry: Registry, input: ScenarioInput): ScenarioSelector[] {
  const selected = readNames(registry, input, () => [...registry.keys()]);
  for (const one of selected)
    if (one.word !== undefined) checkApplies(registry, one, operationOf(one.word, input.path), input.path);
  return selected;
}

/** The armed scenarios that apply to an operation. */
export function filterApplicable(
  registry: Registry,
  operationId: OperationId,
  selected: readonly ScenarioSelector[],
): ScenarioSelector[] {
  return selected.filter(({ word, name }) => {
    const isMeant = word === undefined || findOperation(word) === operationId;
    return isMeant && registry.get(name)?.operations.includes(operationId);
  });
}

function readNames(registry: Registry, { text, path }: ScenarioInput, names: () => string[]): ScenarioSelector[] {
  const unknown = (name: string): never =>
    refuse(
      'unknown_scenario',
      path,
      `"${name.slice(0, 64)}" is not a scenario; here you can use: ${names().join(', ')}`,
    );
  const selected = parseScenarios(text) ?? unknown(text);
  for (const { name } of selected) if (!registry.has(name)) unknown(name);
  return selected;
}

function operationOf(word: string, path: string): OperationId {
  const operationId = findOperation(word);
  if (operationId) return operationId;
  return refuse(
    'unknown_scenario',
    path,
    `"${word.slice(0, 64)}" is not an operation; before the colon you can use: ` +
      `${Object.keys(operationWords).join(', ')}`,
  );
}

function findOperation(word: string): OperationId | undefined {
  return Object.entries(operationWords).find(([known]) => known === word)?.[1];
}

function checkApplies(registry: Registry, { name }: ScenarioSelector, target: OperationId, path: string): void {
  if (registry.get(name)?.operations.includes(target)) return;
  refuse(
    'scenario_not_applicable',
    path,
    `"${name}" does not apply to ${target}; here you can use: ${scenarioNames(registry, target).join(', ')}`,
  );
}

function wordsOf(operations: readonly OperationId[]): string[] {
  return Object.entries(operationWords)
    .filter(([, operationId]) => operations.includes(operationId))
    .map(([word]) => word);
}

function refuse(name: 'unknown_scenario' | 'scenario_not_applicable', path: string, message: string): never {
  throw new Refusal(name, [{ path, message }]);
}
