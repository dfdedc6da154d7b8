import { Random } from '../base/ids.ts';
import { nearest } from '../base/nearest.ts';
import type { OperationId } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import { activate } from './active.ts';
import { allOperations, armable, operationWords } from './operations.ts';
import { CALLS } from './parameters.ts';
import type { ScenarioSelector, ScenarioSteps } from './parse.ts';
import { MAX_CHARACTERS, parseScenarios, writeScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { findScenario, NONE, scenarioNames } from './registry.ts';

/** Text with scenario selectors, and its place in the request: `query/scenario`, `/traveller/lastName`. */
export interface ScenarioInput {
  text: string;
  path: string;
}

/** A request's selection: scenarios for the request itself, and steps to arm for later requests. */
export interface Selection {
  now: ScenarioSelector[];
  later: ScenarioSteps;
}

/**
 * Reads a request's selectors. The first step acts on this request. `book:pending` and later steps are armed if this
 * operation can arm them. A selector for any other operation selects nothing here. Refuses with `unknown_scenario`,
 * `scenario_not_applicable` or `invalid_scenario`, each with the allowed names or the nearest ones.
 */
export function selectScenarios(registry: Registry, operationId: OperationId, input: ScenarioInput): Selection {
  const [first = [], ...rest] = readSteps(registry, input, () => scenarioNames(registry, operationId));
  const own = armable[operationId] ?? [];
  for (const one of first) if (one.word === undefined) checkApplies(registry, one, [operationId], input.path);
  for (const one of rest.flat()) if (one.word === undefined) checkApplies(registry, one, own, input.path);
  const isNow = ({ word }: ScenarioSelector) => word === undefined || findOperation(word) === operationId;
  const isArmed = ({ word }: ScenarioSelector) => word === undefined || own.some((id) => id === findOperation(word));
  const now = first.filter(isNow);
  refuseCalls(now, input.path);
  const later = counted([first.filter((one) => !isNow(one)), ...rest]);
  return { now, later: later.map((step) => step.filter(isArmed)).filter((step) => step.length > 0) };
}

/**
 * Reads the selectors to arm: no steps for `none` alone. Refuses as selectScenarios does. Refuses with
 * `invalid_scenario` for a wrong parameter, or for scenarios in conflict at an operation: later requests could not
 * report it to the right client.
 */
export function readArming(registry: Registry, input: ScenarioInput): ScenarioSteps {
  if (input.text.trim() === NONE.name) return [];
  const steps = counted(readSteps(registry, input, () => [...registry.keys()]));
  try {
    for (const step of steps)
      for (const operationId of allOperations)
        activate(registry, filterApplicable(registry, operationId, step), () => new Random(''), { from: 'profile' });
    return steps;
  } catch (error) {
    if (error instanceof RangeError) return refuse('invalid_scenario', input.path, error.message);
    throw error;
  }
}

/** Returns the armed scenarios for an operation. */
export function filterApplicable(
  registry: Registry,
  operationId: OperationId,
  selected: readonly ScenarioSelector[],
): ScenarioSelector[] {
  return selected.filter(({ word, name }) => {
    const isMeant = word === undefined || findOperation(word) === operationId;
    return isMeant && findScenario(registry, name)?.operations.includes(operationId);
  });
}

/** Limits each scenario in a sequence to one request, unless it has a count. */
function counted(steps: ScenarioSteps): ScenarioSteps {
  if (steps.length === 1) return steps;
  return steps.map((step) =>
    step.map((one) =>
      one.parameters.some(([name]) => name === CALLS.name)
        ? one
        : { ...one, parameters: [...one.parameters, [CALLS.name, '1'] as const] },
    ),
  );
}

/** Reads the steps in a text. Each has known names and words, and an operation it applies to. */
function readSteps(registry: Registry, { text, path }: ScenarioInput, names: () => string[]): ScenarioSteps {
  const steps = parse(text, path);
  if (writeScenarios(counted(steps)).length > MAX_CHARACTERS && steps.length > 1)
    refuse(
      'invalid_scenario',
      path,
      `a sequence has at most ${MAX_CHARACTERS} characters, calls included; leave out some`,
    );
  for (const { name, word } of steps.flat()) {
    if (!findScenario(registry, name)) {
      const operationId = word === undefined ? undefined : findOperation(word);
      const possible = operationId ? scenarioNames(registry, operationId) : names();
      refuse('unknown_scenario', path, `"${name.slice(0, 64)}" is not a scenario${proposal(name, possible)}`);
    }
    if (name === 'none' && steps.length === 1)
      refuse('invalid_scenario', path, '"none" disables every scenario; send it alone, or as a step of a sequence');
  }
  for (const one of steps.flat())
    if (one.word !== undefined) checkApplies(registry, one, [operationOf(one.word, path)], path);
  return steps;
}

/** Proposes the nearest name, or all names if none is near. */
function proposal(name: string, possible: readonly string[]): string {
  const near = nearest(name.slice(0, 64), possible);
  return near === null ? `; here you can use: ${possible.join(', ')}` : `. Did you mean ${near}?`;
}

function parse(text: string, path: string): ScenarioSteps {
  if (text.length > MAX_CHARACTERS) return [[{ name: text, parameters: [] }]];
  try {
    return parseScenarios(text);
  } catch (error) {
    if (error instanceof RangeError) return refuse('invalid_scenario', path, error.message);
    throw error;
  }
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

/** Refuses a scenario that applies to none of the operations. */
function checkApplies(
  registry: Registry,
  { name }: ScenarioSelector,
  targets: readonly OperationId[],
  path: string,
): void {
  const { operations = [] } = findScenario(registry, name) ?? {};
  if (operations.some((operationId) => targets.includes(operationId))) return;
  if (targets.length === 0)
    refuse('invalid_scenario', path, `"${name}" is a later step, and this operation arms no later requests`);
  const possible = targets.map(
    (target) => `${target}; here you can use: ${scenarioNames(registry, target).join(', ')}`,
  );
  refuse('scenario_not_applicable', path, `"${name}" does not apply to ${possible.join('. It does not apply to ')}`);
}

function refuseCalls(now: readonly ScenarioSelector[], path: string): void {
  const counting = now.find(({ parameters }) => parameters.some(([name]) => name === CALLS.name));
  if (counting)
    refuse(
      'invalid_scenario',
      path,
      `"${counting.name}" acts on this request, and calls counts later ones; leave it out, or arm ` + `the scenario`,
    );
}

function refuse(
  name: 'unknown_scenario' | 'scenario_not_applicable' | 'invalid_scenario',
  path: string,
  message: string,
): never {
  throw new Refusal(name, [{ path, message }]);
}
