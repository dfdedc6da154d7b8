import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../base/ids.ts';
import type { GdsProvider } from '../interface/api.ts';
import { gdsproviders } from '../interface/gdsproviders.ts';
import type { RequiredFieldsEffect } from '../scenarios/effects.ts';
import { effectOn } from '../scenarios/effects.ts';
import type { FlightProvider, ProviderOffer, ProviderSituation, TrackedOffer } from './flight-provider.ts';
import { ProviderFailure } from './flight-provider.ts';
import type { FlightSearch } from './flight-search.ts';
import { publicOffer } from './public-offer.ts';

/**
 * Returns one provider's offers for a search: the same ones every time, and without waiting. Throws ProviderFailure if
 * the provider is down or too late.
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

/**
 * Makes a provider's search call again. True if its response came too late for the search; false otherwise, including
 * an error.
 */
export async function searchAgain(provider: FlightProvider, search: FlightSearch): Promise<boolean> {
  const situation = situationOf(provider, search);
  try {
    await provider.search(search.origin.request, situation);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
  }
  return isTooLate(situation.effect?.delayMs);
}

/** Returns the offer with the required fields from a scenario. */
function askingFor(source: ProviderOffer, fields: RequiredFieldsEffect | undefined): ProviderOffer {
  if (!fields) return source;
  const { fare } = source;
  return { ...source, fare: { ...fare, requirements: { ...fare.requirements, fields } } };
}

function situationOf({ gdsprovider }: FlightProvider, search: FlightSearch): ProviderSituation {
  const { world, offers, earliestDeparture, effects } = search.origin;
  return {
    seed: search.seed,
    world,
    now: search.createdAt,
    earliestDeparture,
    offers: shareOf(gdsprovider, offers),
    lifetimeMs: search.expiresAt - search.createdAt,
    effect: effectOn(effects, gdsprovider),
  };
}

/** Returns equal shares of the offers; the first providers have the remainder. */
function shareOf(gdsprovider: GdsProvider, offers: number): number {
  const { length } = gdsproviders;
  return Math.floor((offers + length - 1 - gdsproviders.indexOf(gdsprovider)) / length);
}

/**
 * True if a provider with this delay counts as failed for a search (assumption flight.provider-failure). The number
 * decides, not the wait: the search's offers are created again later, and must be the same.
 */
function isTooLate(delayMs: number | undefined): boolean {
  return delayMs !== undefined && delayMs > PROVIDER_TIMEOUT_MS;
}

/** Waits in real time for a provider with this delay, until the timeout at most. */
export function waitFor(delayMs: number): Promise<void> {
  return wait(Math.min(delayMs, PROVIDER_TIMEOUT_MS), undefined, { ref: false });
}

const PROVIDER_TIMEOUT_MS = 2000;
