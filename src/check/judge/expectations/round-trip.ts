import { propertyOf } from '../../../base/values/property.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { offersIn } from '../knowledge.ts';
import type { Fields } from './sent-body.ts';
import { entriesOf } from './sent-body.ts';

/** What shows whether other airports belong to the cities that a round trip needs. */
export type SameCities = 'yes' | 'no' | 'refused' | 'unknown';

/**
 * Whether two slices with other airports return to where they began. The response shows it: by the names of the cities
 * in its offers, or as `refused` by the code that taxiway gives such a search (assumption flight.round-trip).
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
