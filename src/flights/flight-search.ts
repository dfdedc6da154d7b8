import { MINUTE } from '../base/clock.ts';
import { Random } from '../base/ids.ts';
import type { FlightSearchRequest } from '../interface/api.ts';
import type { RequestContext } from '../request-context.ts';
import type { Effects } from '../scenarios/effects.ts';
import type { SearchRecord } from '../store/searches.ts';
import type { Flights } from './flights.ts';

/** The record of a flight search: the complete input for its offers, independent of later settings. */
export interface FlightSearch extends SearchRecord {
  kind: 'flights';
  origin: {
    request: FlightSearchRequest;
    /** Key of the searched world. */
    world: string;
    offers: number;
    /** Epoch milliseconds. */
    earliestDeparture: number;
    effects?: Effects['gds'];
    marginPercent: number;
  };
}

/** True for the record of a flight search, false for a transfer search. */
export function isFlightSearch(record: SearchRecord): record is FlightSearch {
  return record.kind === 'flights';
}

/** Returns a new search, with the profile's ids. */
export function newFlightSearch(
  { settings, world }: Pick<Flights, 'settings' | 'world'>,
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
    expiresAt: call.now + Math.min(call.effects.lifetimeMs ?? Infinity, Math.round(offerMinutes * MINUTE)),
    origin: {
      request,
      world,
      offers: call.effects.offers ?? offers,
      earliestDeparture: call.now + bookingCutoffMinutes * MINUTE,
      effects: call.effects.gds,
      marginPercent,
    },
    armed: call.armed,
  };
}

export const SEARCH_ID_LENGTH = 16;
