/** One scenario as it was asked for: `pending(reads=3)`. */
export interface Asked {
  name: string;
  /** As they stand in the parentheses. */
  given: readonly (readonly [name: string, value: string])[];
}

/** Reads `slow(delay=PT2S),pending(reads=3)`. Undefined when the text has another form. */
export function parseScenarios(text: string): Asked[] | undefined {
  if (!FORM.test(text)) return undefined;
  return [...text.matchAll(ONE)].map(([, name, parameters]) => ({ name: name!, given: readGiven(parameters) }));
}

const NAME = '[a-z0-9-]+';
const PARAMETERS = '[a-zA-Z]+=[^(),=\\s]+(?:,[a-zA-Z]+=[^(),=\\s]+)*';
const FORM = new RegExp(`^${NAME}(?:\\(${PARAMETERS}\\))?(?:,${NAME}(?:\\(${PARAMETERS}\\))?)*$`);
const ONE = new RegExp(`(${NAME})(?:\\((${PARAMETERS})\\))?(?:,|$)`, 'g');

function readGiven(parameters: string | undefined): [string, string][] {
  return (parameters?.split(',') ?? []).map((pair) => pair.split('=') as [string, string]);
}
