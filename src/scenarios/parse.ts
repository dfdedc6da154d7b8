/** One selected scenario: `pending(reads=3)`, or for one operation only: `book:pending`. */
export interface ScenarioSelector {
  /** The word before the colon. */
  word?: string;
  name: string;
  /** The texts in the parentheses. */
  parameters: readonly (readonly [name: string, value: string])[];
}

/** Reads `slow(delay=PT2S),pending(reads=3)`. Undefined when the text has another form or is too long. */
export function parseScenarios(text: string): ScenarioSelector[] | undefined {
  if (text.length > MAX_CHARACTERS || !FORM.test(text)) return undefined;
  return [...text.matchAll(ONE)].map(([, word, name = '', parameters]) => ({
    ...(word !== undefined && { word }),
    name,
    parameters: readParameters(parameters),
  }));
}

/** The text of selectors: what parseScenarios reads. */
export function writeScenarios(selectors: readonly ScenarioSelector[]): string {
  return selectors
    .map(({ word, name, parameters }) => {
      const values = parameters.map((pair) => pair.join('=')).join(',');
      return `${word === undefined ? '' : `${word}:`}${name}${values && `(${values})`}`;
    })
    .join(',');
}

/** More than every scenario once, with all its parameters. */
const MAX_CHARACTERS = 2000;
const NAME = '[a-z0-9-]+';
const PARAMETERS = '[a-zA-Z]+=[^(),=\\s]+(?:,[a-zA-Z]+=[^(),=\\s]+)*';
const FORM = new RegExp(scenarioPattern(NAME, NAME));
const ONE = new RegExp(`(?:(${NAME}):)?(${NAME})(?:\\((${PARAMETERS})\\))?(?:,|$)`, 'g');

/** A regular expression for selectors with these words before the colon and these names. */
export function scenarioPattern(words: string, names: string): string {
  const one = `(?:(?:${words}):)?(?:${names})(?:\\(${PARAMETERS}\\))?`;
  return `^${one}(?:,${one})*$`;
}

function readParameters(text: string | undefined): [string, string][] {
  return (text?.split(',') ?? []).map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return [name, value];
  });
}
