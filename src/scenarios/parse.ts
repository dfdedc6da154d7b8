/** One scenario as it was asked for: `pending(reads=3)`, or for one operation only: `book:pending`. */
export interface ScenarioSelector {
  /** The word that stands before the colon. */
  word?: string;
  name: string;
  /** As they stand in the parentheses. */
  given: readonly (readonly [name: string, value: string])[];
}

/** Reads `slow(delay=PT2S),pending(reads=3)`. Undefined when the text has another form, and when it is too long to be one. */
export function parseScenarios(text: string): ScenarioSelector[] | undefined {
  if (text.length > MAX_CHARACTERS || !FORM.test(text)) return undefined;
  return [...text.matchAll(ONE)].map(([, word, name, parameters]) => ({
    ...(word !== undefined && { word }),
    name: name!,
    given: readGiven(parameters),
  }));
}

/** The text that reads as what was asked for. */
export function writeScenarios(asked: readonly ScenarioSelector[]): string {
  return asked
    .map(({ word, name, given }) => {
      const parameters = given.map((pair) => pair.join('=')).join(',');
      return `${word === undefined ? '' : `${word}:`}${name}${parameters && `(${parameters})`}`;
    })
    .join(',');
}

/** Every scenario once, with all its parameters, takes less. */
const MAX_CHARACTERS = 2000;
const NAME = '[a-z0-9-]+';
const PARAMETERS = '[a-zA-Z]+=[^(),=\\s]+(?:,[a-zA-Z]+=[^(),=\\s]+)*';
const FORM = new RegExp(scenarioPattern(NAME, NAME));
const ONE = new RegExp(`(?:(${NAME}):)?(${NAME})(?:\\((${PARAMETERS})\\))?(?:,|$)`, 'g');

/** The form of a text that asks for scenarios, with these words before the colon and these names, as a regular expression. */
export function scenarioPattern(words: string, names: string): string {
  const one = `(?:(?:${words}):)?(?:${names})(?:\\(${PARAMETERS}\\))?`;
  return `^${one}(?:,${one})*$`;
}

function readGiven(parameters: string | undefined): [string, string][] {
  return (parameters?.split(',') ?? []).map((pair) => pair.split('=') as [string, string]);
}
