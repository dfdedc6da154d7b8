import type { Request } from 'express';
import type { OperationId } from '../../api.ts';
import { Refusal } from '../../errors/refusal.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import type { Authenticated } from '../../http/exchange.ts';
import { Random } from '../../ids.ts';
import { isForgotten } from '../../lifetime.ts';
import type { ActiveScenario, Trigger } from '../../scenarios/active.ts';
import { activate } from '../../scenarios/active.ts';
import type { ScenarioSelector } from '../../scenarios/parse.ts';
import { parseScenarios } from '../../scenarios/parse.ts';
import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';
import { filterApplicable, selectScenarios } from '../../scenarios/scenario-selection.ts';
import type { Service } from '../../service.ts';

/**
 * The scenarios that the request itself selects, by the query parameter `scenario` or else by the header
 * X-Sandbox-Scenario. Refuses those that are unknown, do not apply here, have a wrong parameter or contradict each
 * other, with those that can be selected.
 */
export function explicitScenario(service: Service, exchange: ServiceExchange): ActiveScenario | undefined {
  const { req } = exchange;
  const query = req.originalUrl.includes('?') ? req.query['scenario'] : undefined;
  if (query !== undefined)
    return activateInput(service, exchange, { text: textOf(query), path: 'query/scenario' }, 'query');
  const header = req.headers['x-sandbox-scenario'];
  if (header !== undefined)
    return activateInput(service, exchange, { text: String(header), path: 'header/x-sandbox-scenario' }, 'header');
  return undefined;
}

/**
 * The scenarios of a request that selects none itself: those that a traveller is named after, or else those that were
 * armed with the search of the offer, or else those that are armed on the profile. Needs the parsed body.
 */
export async function implicitScenario(
  service: Service,
  exchange: ServiceExchange,
): Promise<ActiveScenario | undefined> {
  const named = inputOfTraveller(exchange.req.body);
  if (named) return activateInput(service, exchange, named, 'name');
  const ofOffer = await armedOnOffer(service, exchange);
  if (ofOffer) return activateArmed(service, exchange, ofOffer, 'offer');
  const ofProfile = await armedOnProfile(service, exchange);
  return ofProfile && activateArmed(service, exchange, ofProfile, 'profile');
}

type ServiceExchange = Authenticated<OperationId>;

/** A parameter that is repeated is a list. */
function textOf(query: unknown): string {
  return String(query);
}

function activateInput(
  service: Service,
  exchange: ServiceExchange,
  input: ScenarioInput,
  from: Trigger,
): ActiveScenario {
  if (input.text === 'none') return { name: 'none', shown: 'none', from, edges: [], effects: {}, later: null };
  const { now, later } = selectScenarios(service.scenarios, exchange.operation.operationId, input);
  try {
    // What is armed for later must make sense too: only the client of this request can correct it.
    for (const selectors of Map.groupBy(later, ({ word }) => word).values())
      activate(service.scenarios, selectors, from, () => new Random(''));
    return activate(service.scenarios, now, from, () => chanceOf(service, exchange), later);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal('invalid_scenario', [{ path: input.path, message: error.message }]);
    throw error;
  }
}

function activateArmed(
  service: Service,
  exchange: ServiceExchange,
  selectors: readonly ScenarioSelector[],
  from: Trigger,
): ActiveScenario {
  return activate(service.scenarios, selectors, from, () => chanceOf(service, exchange));
}

/** Each profile draws its own chance: what one does changes nothing for another. */
function chanceOf({ ids }: Service, { profile }: ServiceExchange): Random {
  return ids.draw(`${profile.code}/chance`);
}

/** A traveller or passenger with the first name Scenario, in any capitals, names scenarios as the last name. */
function inputOfTraveller(body: unknown): ScenarioInput | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { traveller, passengers } = body as Record<string, unknown>;
  const named = scenarioInName(traveller);
  if (named !== undefined) return { text: named, path: '/traveller/lastName' };
  if (!Array.isArray(passengers)) return undefined;
  for (const [i, passenger] of passengers.entries()) {
    const text = scenarioInName(passenger);
    if (text !== undefined) return { text, path: `/passengers/${i}/lastName` };
  }
  return undefined;
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

async function armedOnOffer(
  service: Service,
  { req, profile, operation, now }: ServiceExchange,
): Promise<ScenarioSelector[] | undefined> {
  const searchId = searchIdOfRequest(req);
  if (searchId === undefined) return undefined;
  const search = await service.store.searches.find(profile.code, searchId);
  if (!search?.armed || isForgotten(search, now)) return undefined;
  return applicable(service, operation.operationId, search.armed);
}

function searchIdOfRequest({ params, body }: Request): string | undefined {
  if (params['offerId'] !== undefined) return searchIdOf(String(params['offerId']));
  const searchId = (body as { searchId?: unknown } | undefined)?.searchId;
  return typeof searchId === 'string' ? searchId : undefined;
}

async function armedOnProfile(
  service: Service,
  { profile: { code, armed }, operation }: ServiceExchange,
): Promise<ScenarioSelector[] | undefined> {
  if (!armed) return undefined;
  const selectors = applicable(service, operation.operationId, armed.scenario);
  if (!selectors || armed.calls === null) return selectors;
  return (await service.store.profiles.meet(code, armed.scenario)) ? selectors : undefined;
}

function applicable({ scenarios }: Service, operationId: OperationId, text: string): ScenarioSelector[] | undefined {
  const selectors = filterApplicable(scenarios, operationId, parseScenarios(text) ?? []);
  return selectors.length > 0 ? selectors : undefined;
}

/** The body is not validated yet, and no first name of the interface is longer. */
const LONGEST_NAME = 100;
