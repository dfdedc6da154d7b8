import { isRecord, isString } from '../../base/values/kinds.ts';
import type { Registry } from '../../scenarios/registry.ts';
import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';
import { findSpelled, readSpelled } from '../../scenarios/spelled-names.ts';

/**
 * The scenarios that travellers are named after: anyone with the first name Scenario, in any capitals, names them as
 * the last name. Those that several travellers name act together. The body need not fit the interface.
 */
export function namedInputs(registry: Registry, body: unknown): ScenarioInput[] {
  const inputs = travellers(body).flatMap(({ path, firstName, lastName }) =>
    isString(firstName) && isString(lastName) && /^\s*scenario\s*$/i.test(firstName)
      ? [{ text: readSpelled(registry, lastName), path: `${path}/lastName` }]
      : [],
  );
  return eachOnce(inputs);
}

/**
 * The scenarios that the e-mail addresses of travellers name after a plus: `ada+pending@example.com`. An address with
 * any other word there selects nothing.
 */
export function emailInputs(registry: Registry, body: unknown): ScenarioInput[] {
  const inputs = travellers(body).flatMap(({ path, email }) => {
    const tag = isString(email) ? /\+([^+@]+)@[^@]*$/.exec(email)?.[1] : undefined;
    const text = tag === undefined ? undefined : findSpelled(registry, tag);
    return text === undefined ? [] : [{ text, path: `${path}/email` }];
  });
  return eachOnce(inputs);
}

/** A family with one name names one scenario. */
function eachOnce(inputs: readonly ScenarioInput[]): ScenarioInput[] {
  return [...Map.groupBy(inputs, ({ text }) => text).values()].flatMap(([first]) => first ?? []);
}

interface Traveller {
  path: string;
  firstName?: unknown;
  lastName?: unknown;
  email?: unknown;
}

function travellers(body: unknown): Traveller[] {
  if (!isRecord(body)) return [];
  const lists = ['passengers', 'extraPassengers'].flatMap((list) => people(body[list], `/${list}`));
  return isRecord(body['traveller']) ? [{ ...body['traveller'], path: '/traveller' }, ...lists] : lists;
}

function people(list: unknown, path: string): Traveller[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MAX_TRAVELLERS)
    .flatMap((person: unknown, i) => (isRecord(person) ? { ...person, path: `${path}/${i}` } : []));
}

/** The body is not validated yet, and no request of the interface has more. */
const MAX_TRAVELLERS = 100;
