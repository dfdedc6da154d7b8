import { isTimestamp } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import { isSuccess } from '../responses/outcome.ts';
import type { Recorded } from './recording.ts';
import { sentBody } from './sent-body.ts';

/**
 * True for a successful flight search with the same meaning for every service. An accepted invalid search is not judged
 * here, but by its own contract.
 */
export function isPlainSearch({ exchange, scenario }: Recorded): boolean {
  if (exchange.operationId !== 'searchFlights' || scenario !== null || exchange.path.includes('?')) return false;
  return isSuccess(exchange) && Array.isArray(propertyOf(exchange.value, 'offers')) && isPlainBody(sentBody(exchange));
}

/** True for such a search's body. */
export function isPlainBody(body: Readonly<Record<string, unknown>>): boolean {
  const slices = listOf(body['slices']);
  const types = select(body, '/passengers/*/type').map(({ value }) => value);
  return (
    Object.keys(body).every((name) => NAMES.includes(name)) &&
    [1, 2].includes(slices.length) &&
    slices.every(isPlainSlice) &&
    types.includes('adult') &&
    types.every((type) => TYPES.includes(type)) &&
    types.filter(isInfant).length <= types.filter((type) => type === 'adult').length &&
    CABINS.includes(body['cabin_class']) &&
    CURRENCIES.includes(body['currency']) &&
    LANGUAGES.includes(body['language'])
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isPlainSlice(slice: unknown): boolean {
  const [origin, destination] = [propertyOf(slice, 'origin'), propertyOf(slice, 'destination')];
  const date = String(propertyOf(slice, 'departure_date'));
  return (
    origin !== destination &&
    [origin, destination].every((code) => /^[A-Z]{3}$/.test(String(code))) &&
    /^\d{4}-\d\d-\d\d$/.test(date) &&
    isTimestamp(`${date}T00:00Z`)
  );
}

function isInfant(type: unknown): boolean {
  return type === 'infant_without_seat';
}

const NAMES = ['slices', 'passengers', 'cabin_class', 'currency', 'language'];
const TYPES: readonly unknown[] = ['adult', 'child', 'infant_without_seat'];
const CABINS: readonly unknown[] = ['economy', 'premium_economy', 'business', 'first'];
const CURRENCIES: readonly unknown[] = [undefined, 'EUR', 'USD', 'GBP', 'CNY', 'JPY', 'INR', 'MXN', 'SEK'];
const LANGUAGES: readonly unknown[] = [undefined, 'en', 'es', 'zh'];
