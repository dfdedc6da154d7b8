import type { OperationId } from '../interface/api.ts';
import { operationWords } from './operations.ts';

/** One selected scenario: `pending(reads=3)`, or for one operation only: `book:pending`. */
export interface ScenarioSelector {
  /** Word before the colon. An operationId is read as its operation's word. */
  word?: string;
  name: string;
  /** Texts in the parentheses. */
  parameters: readonly (readonly [name: string, value: string])[];
}

/** Consecutive steps; scenarios in one step act together. Most texts have one step. */
export type ScenarioSteps = readonly (readonly ScenarioSelector[])[];

/**
 * Reads `slow(delay=PT2S), pending(reads=3)` and sequences such as `502-after-commit; read:502`. Ignores blanks around
 * the signs. Does not check words and names. Throws a RangeError with the unreadable part and the correct form.
 */
export function parseScenarios(text: string): ScenarioSteps {
  if (text.trim() !== '')
    return text.split(BETWEEN_STEPS).map((step) => step.split(BETWEEN_SELECTORS).map((one) => readSelector(one, text)));
  return [[{ name: text, parameters: [] }]];
}

/** Writes steps as text for parseScenarios, without blanks. */
export function writeScenarios(steps: ScenarioSteps): string {
  return steps.map((step) => step.map(writeSelector).join(',')).join(';');
}

/** Maximum text length in a request: longer than every scenario once, with all its parameters. */
export const MAX_CHARACTERS = 2000;
/** A semicolon or a comma outside parentheses. */
const BETWEEN_STEPS = /;(?![^()]*\))/;
const BETWEEN_SELECTORS = /,(?![^()]*\))/;
const SELECTOR = /^(?:([^:()]*):)?([^:()]*)(?:\(([^()]*)\))?$/;

/**
 * Returns a regular expression for scenarios to arm, with these words before the colon and these names. `none` is
 * allowed alone or in a sequence.
 */
export function scenarioPattern(words: readonly string[], names: readonly string[]): string {
  const parameter = '\\s*[a-zA-Z]+\\s*=\\s*[^(),;=\\s]+\\s*';
  const one = (these: readonly string[]) =>
    `\\s*(?:(?:${words.join('|')})\\s*:\\s*)?(?:${these.join('|')})\\s*(?:\\(${parameter}(?:,${parameter})*\\)\\s*)?`;
  const [single, ofSequence] = [one(names), one(['none', ...names])];
  const sequence = `${ofSequence}(?:[,;]${ofSequence})*;${ofSequence}(?:[,;]${ofSequence})*`;
  return `^(?:\\s*none\\s*|${single}(?:,${single})*|${sequence})$`;
}

function writeSelector({ word, name, parameters }: ScenarioSelector): string {
  const values = parameters.map((pair) => pair.join('=')).join(',');
  return `${word === undefined ? '' : `${word}:`}${name}${values && `(${values})`}`;
}

function readSelector(part: string, text: string): ScenarioSelector {
  const one = part.trim();
  if (one === '') throw new RangeError(`"${text}" has nothing between two commas or semicolons; name a scenario`);
  const [, word, name = '', parameters] = SELECTOR.exec(one) ?? [];
  if (!SELECTOR.test(one))
    throw new RangeError(`"${one}" cannot be read; write name, name(parameter=value) or operation:name`);
  return {
    ...(word !== undefined && { word: wordOf(word.trim()) }),
    name: name.trim(),
    parameters: parameters === undefined ? [] : readParameters(name.trim(), parameters),
  };
}

function wordOf(text: string): string {
  const words: [string, OperationId][] = Object.entries(operationWords);
  return words.find(([, operationId]) => operationId === text)?.[0] ?? text;
}

function readParameters(name: string, text: string): [string, string][] {
  if (text.trim() === '')
    throw new RangeError(`"${name}" has empty parentheses; leave them out, or set a parameter in them`);
  return text.split(',').map((pair) => {
    const [parameter = '', ...values] = pair.split('=').map((part) => part.trim());
    const [value] = values;
    if (parameter === '' || value === undefined || values.length > 1)
      throw new RangeError(`"${name}" has the parameter "${pair.trim()}"; write it as parameter=value`);
    return [parameter, value];
  });
}
