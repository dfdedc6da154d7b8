import { propertyOf } from '../../../base/values/property.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { offersIn } from '../knowledge.ts';
import type { Fields } from './sent-body.ts';
import { entriesOf } from './sent-body.ts';

/** Evidence about other airports in the cities of a round trip. */
export type SameCities = 'yes' | 'no' | 'refused' | 'unknown';

/**
 * Checks two slices with different airports for a return to the first city. The evidence is in the response: the city
 * names in its offers, or for `refused` taxiway's error code for such a search (assumption flight.round-trip).
 */
export function returnsToItsCities(exchange: JudgedExchange): SameCities {
  const { response } = exchange;
  const refused = response?.body.kind === 'json' && propertyOf(response.body.value, 'code') === 'not_a_round_trip';
  if (refused) return 'refused';
  const [out, back] = entriesOf(offersIn(exchange)[0]?.['slices']);
  if (!out || !back) return 'unknown';
  const ends = [
    [cityOf(out, 'departure'), cityOf(back, 'arrival')],
    [cityOf(out, 'arrival'), cityOf(back, 'departure')],
  ];
  if (ends.flat().some((city) => typeof city !== 'string')) return 'unknown';
  return ends.every(([first, second]) => first === second) ? 'yes' : 'no';
}

function cityOf(slice: Fields, end: 'departure' | 'arrival'): unknown {
  return propertyOf(slice[end], 'cityName');
}
