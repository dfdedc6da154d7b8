import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';

/**
 * The scenarios that travellers are named after: anyone with the first name Scenario, in any capitals, names them as
 * the last name. Those that several travellers name act together. The body need not fit the interface.
 */
export function travellerInputs(body: unknown): ScenarioInput[] {
  const inputs = travellers(body).flatMap(([path, person]) => {
    const text = scenarioInName(person);
    return text === undefined ? [] : [{ text, path: `${path}/lastName` }];
  });
  // A family with one name names one scenario.
  return inputs.filter(({ text }, i) => inputs.findIndex((other) => other.text === text) === i);
}

function travellers(body: unknown): [path: string, person: unknown][] {
  if (typeof body !== 'object' || body === null) return [];
  const { traveller, ...lists } = body as Record<string, unknown>;
  return [['/traveller', traveller], ...['passengers', 'extraPassengers'].flatMap((list) => people(lists, list))];
}

function people(lists: Record<string, unknown>, list: string): [path: string, person: unknown][] {
  const all: unknown = lists[list];
  return Array.isArray(all) ? all.map((person: unknown, i) => [`/${list}/${i}`, person]) : [];
}

function scenarioInName(person: unknown): string | undefined {
  if (typeof person !== 'object' || person === null) return undefined;
  const { firstName, lastName } = person as Record<string, unknown>;
  if (
    typeof firstName !== 'string' ||
    typeof lastName !== 'string' ||
    firstName.length > LONGEST_NAME ||
    !/^\s*scenario\s*$/i.test(firstName)
  )
    return undefined;
  return lastName.trim().toLowerCase();
}

/** The body is not validated yet, and no first name of the interface is longer. */
const LONGEST_NAME = 100;
