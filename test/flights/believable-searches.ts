import { DAY, MINUTE, parseInstant, toIso } from '../../src/base/clock.ts';
import { Ids } from '../../src/base/ids.ts';
import { searchFlights } from '../../src/flights/search.ts';
import type { FlightSearchRequest, Offer, PassengerType } from '../../src/interface/api.ts';
import { dayOf, zoneOf } from '../../src/mock-providers/world/zones.ts';
import { present } from '../support/present.ts';
import { callAt, NOW, openFlights, SETTINGS } from './search-fixture.ts';

export interface Searched {
  readonly request: FlightSearchRequest;
  readonly offers: readonly Offer[];
}

type CabinClass = FlightSearchRequest['cabin_class'];

/** Searches with many offers, so that the same flights come in several brands. */
export async function searchEach(requests: readonly FlightSearchRequest[]): Promise<Searched[]> {
  const { flights, store } = await openFlights({ settings: { ...SETTINGS, offers: 40 } });
  const found: Searched[] = [];
  for (const [n, request] of requests.entries()) {
    const { offers } = await searchFlights(flights, callAt(NOW, { ids: new Ids(`believable/${n}`) }), request);
    found.push({ request, offers });
  }
  await store.close();
  return found;
}

/** Every route in both directions, over dates, cabins and parties in turn, every third one with a return. */
export function walk(): FlightSearchRequest[] {
  return ROUTES.flatMap(([from, to], n) => [wanted(from, to, 2 * n), wanted(to, from, 2 * n + 1)]);
}

/** A search for one adult. */
export function oneAdult(
  origin: string,
  destination: string,
  departure_date: string,
  cabin_class: CabinClass = 'economy',
): FlightSearchRequest {
  return { slices: [{ origin, destination, departure_date }], passengers: [{ type: 'adult' }], cabin_class };
}

/** The instant of a departure or an arrival. */
export function instantOf(local: string, timeZone: string): number {
  const at = parseInstant(`${local}Z`);
  return zoneOf(timeZone).instant(dayOf(local), (at - dayOf(local)) / MINUTE);
}

const ROUTES = (
  'MAD-BCN LHR-JFK FRA-FCO DXB-LHR SIN-SYD LAX-HND JFK-LAX LON-PAR OSL-BGO STN-DUB SYD-MEL GRU-SCL MEX-CUN ' +
  'DEL-BOM IST-JFK CDG-NCE MAN-TFS EDI-FCO SEA-MIA URC-CAN MAD-SYD USH-LHR NYC-TYO ADD-NBO BRS-BIO PEK-FRA'
)
  .split(' ')
  .map((route) => route.split('-') as [string, string]);
const DATES = ['2026-12-24', '2027-02-13', '2027-03-28', '2027-05-17', '2027-07-04', '2027-10-31'];
const CABINS: readonly CabinClass[] = ['economy', 'economy', 'business', 'economy', 'premium_economy', 'economy'];
const PARTIES: readonly (readonly PassengerType[])[] = [
  ['adult'],
  ['adult', 'adult', 'child', 'infant_without_seat'],
  ['adult', 'infant_without_seat'],
];

function wanted(origin: string, destination: string, n: number): FlightSearchRequest {
  const date = inTurn(DATES, n + (n >> 2));
  const there = { origin, destination, departure_date: date };
  const back = { origin: destination, destination: origin, departure_date: toIso(dayOf(date) + 9 * DAY).slice(0, 10) };
  return {
    slices: n % 3 === 2 ? [there, back] : [there],
    passengers: inTurn(PARTIES, n + (n >> 3)).map((type) => ({ type })),
    cabin_class: inTurn(CABINS, n >> 1),
  };
}

function inTurn<T>(list: readonly T[], n: number): T {
  return present(list[n % list.length]);
}
