import { Random } from '../../base/ids.ts';
import { isRecord, isString } from '../../base/values/kinds.ts';
import type { OperationId } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { ActiveScenario, Trigger } from '../../scenarios/active.ts';
import { activate } from '../../scenarios/active.ts';
import { armable } from '../../scenarios/operations.ts';
import type { Registry } from '../../scenarios/registry.ts';
import { findScenario } from '../../scenarios/registry.ts';
import type { ScenarioInput, Selection } from '../../scenarios/scenario-selection.ts';
import { filterApplicable, selectScenarios } from '../../scenarios/scenario-selection.ts';
import { findSpelled, readSpelled } from '../../scenarios/spelled-names.ts';
import { readTestRoute } from '../../scenarios/test-routes.ts';
import type { Service } from '../../service.ts';
import type { Named } from './armed-scenario.ts';
import { armedScenario } from './armed-scenario.ts';

/**
 * Returns a request's scenarios: those that it selects itself, or else those in its content, or else the armed ones.
 * Needs the parsed body.
 */
export async function selectScenario(service: Service, exchange: Named): Promise<ActiveScenario | undefined> {
  return explicitScenario(service, exchange) ?? implicitScenario(service, exchange);
}

/**
 * Returns the scenarios that the request itself selects, by the query parameter `scenario` or else by the header
 * X-Sandbox-Scenario. Refuses scenarios that are unknown, do not apply here, have a wrong parameter or contradict each
 * other, and lists the available ones.
 */
function explicitScenario(service: Service, exchange: Named): ActiveScenario | undefined {
  const { req } = exchange;
  const query = req.originalUrl.includes('?') ? req.query['scenario'] : undefined;
  const header = req.headers['x-sandbox-scenario'];
  return (
    activateInputs(service, exchange, inputOf(query, 'query/scenario'), 'query') ??
    activateInputs(service, exchange, inputOf(header, 'header/x-sandbox-scenario'), 'header')
  );
}

/**
 * Returns the scenarios for a request that selects none: those in its travellers' names, or else in their e-mail
 * addresses, or else for its searched route, or else the armed ones.
 */
async function implicitScenario(service: Service, exchange: Named): Promise<ActiveScenario | undefined> {
  const { scenarios } = service;
  const named =
    activateInputs(service, exchange, namedInputs(scenarios, exchange.req.body), 'name') ??
    activateInputs(service, exchange, applicableEmails(service, exchange), 'email') ??
    activateInputs(service, exchange, routeInputs(exchange), 'route');
  if (named) return named;
  const armed = await armedScenario(service, exchange);
  return armed && activate(scenarios, armed.acting, () => chanceOf(service, exchange), armed);
}

/**
 * Selects again if other requests have used up the armed scenarios. `isServed`: the work is done, and only the response
 * can still be changed.
 */
export async function selectAgain(service: Service, exchange: Named, isServed: boolean): Promise<void> {
  const { profile, scenario } = exchange;
  const current = await service.store.profiles.find(profile.code);
  exchange.profile = { ...profile, armed: current?.armed ?? null };
  // Not the records of the attempt, because others have changed their scenarios.
  exchange.records = service.store;
  exchange.scenario = scenario?.followedBy(await implicitScenario(service, exchange), isServed);
}

/** Returns the scenarios for a search's test route. */
function routeInputs({ operation, req }: Named): ScenarioInput[] {
  const { operationId } = operation;
  const route = operationId === 'searchFlights' || operationId === 'searchTransfers' ? readTestRoute(req.body) : null;
  return route ? [route] : [];
}

/** An address goes with every request of its owner, so scenarios for other operations cause no refusal. */
function applicableEmails({ scenarios }: Service, { operation, req }: Named): ScenarioInput[] {
  return emailInputs(scenarios, req.body).filter(({ text }) =>
    findScenario(scenarios, text)?.operations.includes(operation.operationId),
  );
}

/** A repeated parameter is a list, a repeated header has commas. */
function inputOf(text: unknown, path: string): ScenarioInput[] {
  return text === undefined ? [] : [{ text: textOf(text), path }];
}

function textOf(value: unknown): string {
  return String(value);
}

/** Combines the inputs' scenarios; undefined if all are for other operations. */
function activateInputs(
  service: Service,
  exchange: Named,
  inputs: readonly ScenarioInput[],
  from: Trigger,
): ActiveScenario | undefined {
  const last = inputs.at(-1);
  if (!last) return undefined;
  const { operationId } = exchange.operation;
  if (inputs.every(({ text }) => text.trim() === 'none'))
    return activate(service.scenarios, [], () => chanceOf(service, exchange), { from });
  const selections = inputs.map((input) => selectScenarios(service.scenarios, operationId, input));
  const now = selections.flatMap((selection) => selection.now);
  const later = selections.flatMap((selection) => selection.later);
  if (now.length + later.length === 0) return undefined;
  try {
    checkLater(service, operationId, later);
    return activate(service.scenarios, now, () => chanceOf(service, exchange), { from, later });
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal('invalid_scenario', [{ path: last.path, message: error.message }]);
    throw error;
  }
}

/** Scenarios armed for later must be possible too: only this client can correct them. Throws a RangeError. */
function checkLater({ scenarios }: Service, operationId: OperationId, later: Selection['later']): void {
  for (const step of later)
    for (const target of armable[operationId] ?? [])
      activate(scenarios, filterApplicable(scenarios, target, step), () => new Random(''), { from: 'offer' });
}

/** Each profile draws its own chance, so that profiles do not affect each other. */
function chanceOf({ ids }: Service, { profile }: Named): Random {
  return ids.draw(`${profile.code}/chance`);
}

/**
 * Returns the scenarios in travellers' names: the first name Scenario, case-insensitive, makes the last name a
 * scenario. Several travellers' scenarios act together. The body need not fit the interface.
 */
function namedInputs(registry: Registry, body: unknown): ScenarioInput[] {
  const inputs = travellers(body).flatMap(({ path, firstName, lastName }) =>
    isString(firstName) && isString(lastName) && /^\s*scenario\s*$/i.test(firstName)
      ? [{ text: readSpelled(registry, lastName), path: `${path}/lastName` }]
      : [],
  );
  return eachOnce(inputs);
}

/**
 * Returns the scenarios after a plus in travellers' e-mail addresses: `ada+pending@example.com`. Any other word there
 * selects nothing.
 */
function emailInputs(registry: Registry, body: unknown): ScenarioInput[] {
  const inputs = travellers(body).flatMap(({ path, email }) => {
    const tag = isString(email) ? /\+([^+@]+)@[^@]*$/.exec(email)?.[1] : undefined;
    const text = tag === undefined ? undefined : findSpelled(registry, tag);
    return text === undefined ? [] : [{ text, path: `${path}/email` }];
  });
  return eachOnce(inputs);
}

/** Keeps each scenario once: a family shares one name. */
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

/** The body is not validated yet, and no request in the interface has more. */
const MAX_TRAVELLERS = 100;
