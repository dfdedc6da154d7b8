import type { Request } from 'express';
import { Refusal } from '../../errors/refusal.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import { Random } from '../../ids.ts';
import { isForgotten } from '../../lifetime.ts';
import { activate } from '../../scenarios/active.ts';
import type { ActiveScenario, Trigger } from '../../scenarios/active.ts';
import { parseScenarios } from '../../scenarios/parse.ts';
import type { ScenarioSelector } from '../../scenarios/parse.ts';
import { filterApplicable, selectScenarios } from '../../scenarios/scenario-selection.ts';
import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';

/**
 * The scenarios that the request itself asks for, by the query parameter `scenario` or else by the header
 * X-Sandbox-Scenario; null when it says nothing. What is unknown, does not apply here, has a wrong parameter or
 * contradicts itself is refused, with what could be asked.
 */
export function scenarioOfRequest(service: Service, exchange: Exchange): ActiveScenario | null {
  const { req } = exchange;
  const query = req.originalUrl.includes('?') ? req.query['scenario'] : undefined;
  if (query !== undefined)
    return activateWish(service, exchange, { text: String(query), path: 'query/scenario' }, 'query');
  const header = req.headers['x-sandbox-scenario'];
  if (header !== undefined)
    return activateWish(service, exchange, { text: String(header), path: 'header/x-sandbox-scenario' }, 'header');
  return null;
}

/**
 * The scenarios of a call that says nothing itself: those that a traveller is named after, or else those that
 * were armed with the offer's search, or else those that are armed on the profile. Needs the parsed body.
 */
export async function implicitScenario(service: Service, exchange: Exchange): Promise<ActiveScenario | null> {
  const named = wishOfTraveller(exchange.req.body);
  if (named) return activateWish(service, exchange, named, 'name');
  const ofOffer = await armedOnOffer(service, exchange);
  if (ofOffer) return activateArmed(service, exchange, ofOffer, 'offer');
  const ofProfile = await armedOnProfile(service, exchange);
  return ofProfile ? activateArmed(service, exchange, ofProfile, 'profile') : null;
}

function activateWish(service: Service, exchange: Exchange, wish: ScenarioInput, from: Trigger): ActiveScenario {
  if (wish.text === 'none') return { name: 'none', shown: 'none', from, edges: [], effects: {}, later: null };
  const { now, later } = selectScenarios(service.scenarios, exchange.operation!.operationId, wish);
  try {
    // What is kept for later has to make sense too, and here is the one who can mend it.
    for (const word of new Set(later.map((one) => one.word)))
      activate(
        service.scenarios,
        later.filter((one) => one.word === word),
        from,
        () => new Random(''),
      );
    return activate(service.scenarios, now, from, () => chanceOf(service, exchange), later);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal('invalid_scenario', [{ path: wish.path, message: error.message }]);
    throw error;
  }
}

function activateArmed(
  service: Service,
  exchange: Exchange,
  asked: readonly ScenarioSelector[],
  from: Trigger,
): ActiveScenario {
  return activate(service.scenarios, asked, from, () => chanceOf(service, exchange));
}

/** Chance is drawn for each profile by itself, so that none disturbs another. */
function chanceOf({ ids }: Service, { profile }: Exchange) {
  return ids.draw(`${profile!.code}/chance`);
}

/** A traveller or passenger called Scenario; people who fill in forms do not look at capitals. */
function wishOfTraveller(body: unknown): ScenarioInput | undefined {
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
  { req, profile, operation, now }: Exchange,
): Promise<ScenarioSelector[] | undefined> {
  const searchId = searchIdOfCall(req);
  if (searchId === undefined) return undefined;
  const search = await service.store.searches.find(profile!.code, searchId);
  if (!search?.armed || isForgotten(search, now)) return undefined;
  return whatApplies(service, operation!.operationId, search.armed);
}

function searchIdOfCall({ params, body }: Request): string | undefined {
  if (params['offerId'] !== undefined) return searchIdOf(String(params['offerId']));
  const searchId = (body as { searchId?: unknown } | undefined)?.searchId;
  return typeof searchId === 'string' ? searchId : undefined;
}

async function armedOnProfile(
  service: Service,
  { profile, operation }: Exchange,
): Promise<ScenarioSelector[] | undefined> {
  const { code, armed } = profile!;
  const asked = armed ? whatApplies(service, operation!.operationId, armed.scenario) : undefined;
  if (!asked || armed!.calls === null) return asked;
  return (await service.store.profiles.meet(code, armed!.scenario)) ? asked : undefined;
}

function whatApplies(
  { scenarios }: Service,
  operationId: Parameters<typeof filterApplicable>[1],
  text: string,
): ScenarioSelector[] | undefined {
  const asked = filterApplicable(scenarios, operationId, parseScenarios(text) ?? []);
  return asked.length > 0 ? asked : undefined;
}

/** Nobody has checked the body yet, and no first name of the interface is longer. */
const LONGEST_NAME = 100;
