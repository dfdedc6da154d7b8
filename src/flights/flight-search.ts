import { MINUTE } from '../base/clock.ts';
import { Random } from '../base/ids.ts';
import type { FlightSearchRequest } from '../interface/api.ts';
import type { RequestContext } from '../request-context.ts';
import type { Effects, RequiredFieldsEffect } from '../scenarios/effects.ts';
import type { SearchRecord } from '../store/searches.ts';
import type { FlightProvider, ProviderOffer, ProviderSituation, TrackedOffer } from './flight-provider.ts';
import { ProviderFailure } from './flight-provider.ts';
import type { FlightSettings } from './flights.ts';
import { isTooLate } from './provider-timeout.ts';
import { publicOffer, SEARCH_ID_LENGTH } from './public-offer.ts';

/** The record of a flight search: everything that its offers follow from, whatever the settings are later. */
export interface FlightSearch extends SearchRecord {
  kind: 'flights';
  origin: {
    request: FlightSearchRequest;
    offers: number;
    /** Epoch milliseconds. */
    earliestDeparture: number;
    effects?: Effects['gds'];
    marginPercent: number;
  };
}

/** Tells the record of a flight search from that of a search of transfers. */
export function isFlightSearch(record: SearchRecord): record is FlightSearch {
  return record.kind === 'flights';
}

/** A new search, with ids of the profile. */
export function newFlightSearch(
  settings: FlightSettings,
  call: RequestContext,
  request: FlightSearchRequest,
): FlightSearch {
  const { code: profileCode, marginPercent } = call.profile;
  const { offers, offerMinutes, bookingCutoffMinutes } = settings;
  const seed = call.ids.key(profileCode);
  return {
    searchId: new Random(`${seed}/search`).text(SEARCH_ID_LENGTH),
    profileCode,
    kind: 'flights',
    seed,
    createdAt: call.now,
    expiresAt: call.now + Math.min(call.effects.lifetimeMs ?? Infinity, offerMinutes * MINUTE),
    origin: {
      request,
      offers,
      earliestDeparture: call.now + bookingCutoffMinutes * MINUTE,
      effects: call.effects.gds,
      marginPercent,
    },
    armed: call.armed,
  };
}

/**
 * The offers of one provider for a search: the same ones every time, and without waiting.
 * Throws ProviderFailure when the provider is down or too late.
 */
export async function offersOf(provider: FlightProvider, search: FlightSearch): Promise<TrackedOffer[]> {
  const situation = situationOf(provider, search);
  if (isTooLate(situation.effect?.delayMs))
    throw new ProviderFailure(`gdsprovider ${provider.gdsprovider} responded too late`);
  const sources = (await provider.search(search.origin.request, situation)).map((source) =>
    askingFor(source, situation.effect?.fields),
  );
  const chance = new Random(`${search.seed}/offers/${provider.gdsprovider}`);
  const { seed, createdAt } = search;
  return sources.map((source) => ({ offer: publicOffer(source, search, chance), source, seed, createdAt }));
}

/** The offer with what a scenario has it ask for. */
function askingFor(source: ProviderOffer, fields: RequiredFieldsEffect | undefined): ProviderOffer {
  if (!fields) return source;
  const { fare } = source;
  return { ...source, fare: { ...fare, requirements: { ...fare.requirements, fields } } };
}

function situationOf({ gdsprovider }: FlightProvider, search: FlightSearch): ProviderSituation {
  const { offers, earliestDeparture, effects } = search.origin;
  return {
    seed: search.seed,
    now: search.createdAt,
    earliestDeparture,
    offers: SHARES[gdsprovider](offers / 2),
    lifetimeMs: search.expiresAt - search.createdAt,
    effect: effects?.[gdsprovider],
  };
}

/** Half of the offers each; of an odd number the default provider has one more. */
const SHARES = { 0: Math.ceil, 1: Math.floor } as const;
