import { describe, expect, it } from 'vitest';
import type { NativeSearchRequest, NativeSearchResponse } from '../../src/mock-providers/transfer-supplier/native.ts';
import { transferSupplier } from '../../src/mock-providers/transfer-supplier/transfer-supplier.ts';
import { BRIDGE_BETWEEN, HELD_OUT_ROAD_FACTS, ROAD_FACTS, WATER_BETWEEN } from './transfer-facts.ts';

const NOW = Date.parse('2027-01-10T12:00:00Z');
const stop = (text: string) => (/^[A-Z]{3}$/.test(text) ? { iata_code: text } : { address: text });

function trySearch(start: string, end: string) {
  const request: NativeSearchRequest = {
    start: stop(start),
    end: stop(end),
    mode: 'one_way',
    pickup_datetime: '2027-03-15T11:30:00',
    return_pickup_datetime: null,
    num_passengers: 2,
    currency: 'EUR',
    provider_name: null,
  };
  return transferSupplier.searchTransfers(request, { seed: 'seed', now: NOW });
}

function search(start: string, end: string): NativeSearchResponse {
  const response = trySearch(start, end);
  if ('errors' in response) throw new Error(`${start}–${end}: ${JSON.stringify(response.errors)}`);
  return response;
}

const kmOf = (response: NativeSearchResponse) => Number(response.results[0]?.steps[0].details.distance.value);
const ridesOf = (response: ReturnType<typeof trySearch>) => ('errors' in response ? [] : response.results);
const codeOf = (response: ReturnType<typeof trySearch>) =>
  'errors' in response ? Object.values(response.errors)[0][0].code : 'no error';
const endOf = (start: string, end: string) => search(start, end).end_location;

const wrongIn = (facts: typeof ROAD_FACTS) =>
  facts.flatMap(({ airport, km, town }) => {
    const found = kmOf(search(airport, town));
    return Math.abs(found / km - 1) > 0.25 ? [`${airport} ${town}: ${found}, public ${km}`] : [];
  });

/** Roads lead round mountains and suburbs that no table has. */
const KNOWN_SHORTER = [
  'GVA Zermatt: 161.4, public 235',
  'TFS Puerto de la Cruz: 51.5, public 90',
  'DLM Marmaris: 61.5, public 95',
  'CDG Marne-la-Vallée: 30.1, public 42',
];

describe('distances by road', () => {
  it('are within 25 % of the public ones for sixty transfers', () => {
    expect(ROAD_FACTS.length).toBeGreaterThan(60);
    expect(wrongIn(ROAD_FACTS)).toEqual([]);
  });

  it('are within 25 % of the public ones for fifty others, except around mountains and suburbs', () => {
    expect(HELD_OUT_ROAD_FACTS.length).toBeGreaterThan(50);
    expect(wrongIn(HELD_OUT_ROAD_FACTS)).toEqual(KNOWN_SHORTER);
  });

  it('follow the shore of a lake', () => {
    expect(kmOf(search('ORD', 'Muskegon'))).toBeGreaterThan(250);
  });
});

describe('rides', () => {
  it.each(WATER_BETWEEN)('do not cross the water between %s and %s', (start, end) => {
    expect(ridesOf(trySearch(start, end))).toEqual([]);
    expect(codeOf(trySearch(start, end))).toBe('too_far');
    expect(codeOf(trySearch(end, start))).toBe('too_far');
  });

  it.each(BRIDGE_BETWEEN)('cross the bridge between %s and %s', (start, end) => {
    expect(ridesOf(trySearch(start, end)).length).toBeGreaterThanOrEqual(6);
  });

  it('cost more in an expensive country, for the same distance', () => {
    const perKm = (start: string, end: string) => {
      const response = search(start, end);
      const dearest = response.results.at(-1)?.total_price.total_price.value;
      return Number(dearest) / kmOf(response);
    };
    expect(perKm('ZRH', 'Zürich')).toBeGreaterThan(perKm('DEL', 'Delhi') * 2);
  });
});

describe('an address', () => {
  it.each([
    ['calle de alcala 42,  madrid'],
    ['CALLE DE ALCALÁ 42 - MADRID'],
    ['Calle de Alcalá, 42, 28014 Madrid'],
    ['Calle de Alcalá 42, 28014 Madrid, España'],
    ['Calle de Alcalá 42'],
  ])('resolves to one place in every spelling: %s', (spelling) => {
    const { lat, lng } = endOf('MAD', 'Calle de Alcalá 42, Madrid');
    expect(endOf('MAD', spelling)).toMatchObject({ city: 'Madrid', lat, lng });
  });

  it('resolves to the same place in two spellings', () => {
    expect(codeOf(trySearch('Gran Vía 1, Madrid', 'GRAN VIA 1;  Madrid, Spain'))).toBe('same_address');
    expect(codeOf(trySearch('Gran Vía 1, Madrid', 'Gran Vía 2, Madrid'))).toBe('no error');
  });

  it.each([
    ['JFK', '350 5th Avenue New York', 'New York'],
    ['JFK', '350 5th Ave, New York, NY 10118, USA', 'New York'],
    ['MXP', 'Piazza del Duomo Milano', 'Milan'],
    ['MXP', 'Piazza del Duomo, 20122 Mailand, Italien', 'Milan'],
    ['MUC', 'Marienplatz 8, München', 'Munich'],
    ['MUC', 'Marienplatz 8 Muenchen', 'Munich'],
    ['MUC', 'marienplatz 8, munich, germany', 'Munich'],
    ['CGN', 'Domkloster 4, Koeln', 'Cologne'],
    ['CGN', 'Hotel Excelsior Cologne', 'Cologne'],
    ['ZRH', 'Bahnhofstrasse 1, 8001 Zuerich', 'Zurich'],
    ['PRG', 'Václavské náměstí 1, Praha 1', 'Prague'],
    ['SVO', 'Красная площадь 1, Москва', 'Moscow'],
    ['HND', '東京都千代田区丸の内1丁目', 'Tokyo'],
    ['PVG', '上海市浦东新区世纪大道100号', 'Shanghai'],
    ['ICN', '서울특별시 중구 세종대로 110', 'Seoul'],
    ['LHR', '10 Downing Street, London SW1A 2AA, UK', 'London'],
    ['YYZ', 'Hotel Armouries, London, Ontario', 'London'],
    ['ALB', '1 State Street, Albany, New York', 'Albany'],
    ['PWM', '1 Congress Street, Portland, ME 04101', 'Portland'],
    ['MAN', '3 London Road, Manchester', 'Manchester'],
    ['EWR', 'Richmond Terrace 10, Staten Island', 'Staten Island'],
    ['ZRH', 'Hotel Central', 'Zurich'],
  ])('an address from %s, "%s", lies in %s', (airport, address, city) => {
    expect(endOf(airport, address).city).toBe(city);
  });

  it('lies in the nearby town of that name, not in a larger one far away', () => {
    expect(endOf('YYZ', 'Hotel X, London').timezone).toBe('America/Toronto');
    expect(endOf('PDX', 'Main Street 1, Portland').timezone).toBe('America/Los_Angeles');
  });

  it.each([
    ['MAD', 'Las Ramblas 1, Barcelona'],
    ['MAD', 'Plaza Madrid 3, Barcelona'],
    ['VLC', 'Calle 100, Valencia, Venezuela'],
    ['ZRH', 'Hotel Ritz, Paris'],
  ])('an address from %s, "%s", is refused, because its town is far away', (airport, address) => {
    expect(codeOf(trySearch(airport, address))).toBe('too_far');
  });

  it.each([
    ['MLA', 'Xyzzy'],
    ['MLA', 'Hotel Xyzzy, Birkirkara Xyzzy'],
    ['MLA', 'Via Roma 1 Xyzzy'],
    ['MLA', 'Hotel Central, Italy'],
    ['JFK', 'Hotel Central, Texas'],
    ['JFK', 'Springfieldxyz, Texas'],
    ['LHR', 'Rose Cottage, Nether Wallop'],
    ['PMI', "Cala d'Or, Mallorca"],
    ['NRT', 'ポッツァッロ'],
  ])('an address from %s, "%s", is refused, because it names an unknown place', (airport, address) => {
    expect(codeOf(trySearch(airport, address))).toBe('unknown_address');
    expect(codeOf(trySearch(address, airport))).toBe('unknown_address');
  });

  it.each([
    ['CTA', 'Hotel Foo, Sicily', 'Catania'],
    ['DPS', 'Hotel Foo, Bali', 'Denpasar'],
    ['MLA', 'Hotel Central, Malta', 'Malta'],
    ['DUB', "12 St Stephen's Green", 'Dublin'],
    ['LHR', '221B Baker Street', 'London'],
    ['ZRH', 'Am Dorfplatz', 'Zurich'],
    ['NRT', '中央通り3丁目', 'Tokyo'],
  ])('an address from %s, "%s", is in the town of the airport, because it names none', (airport, address, city) => {
    expect(endOf(airport, address).city).toBe(city);
  });

  it('is refused even if the other end is an address in a known town', () => {
    expect(codeOf(trySearch('Foo Bar', 'Piazza Duomo, Catania'))).toBe('unknown_address');
    expect(codeOf(trySearch('Hotel Central', 'Piazza Duomo, Catania'))).toBe('no error');
  });

  it('an address in a remote place without a town lies a few kilometres from the airport', () => {
    expect(kmOf(search('CXI', 'The main house'))).toBeLessThan(12);
  });
});

describe('odd addresses', () => {
  it.each([
    ['blanks', '   '],
    ['punctuation', ',,,;;;'],
    ['emoji', '🏨🏖️🌴'],
    ['right-to-left text', 'شارع التحرير ١٢، القاهرة'],
    ['NUL', 'Main\u0000Street\u0000 1'],
    ['a lone surrogate', '\ud800 Street'],
    ['150 words', 'a '.repeat(150)],
    ['10 kB', 'Straße der Einheit '.repeat(550)],
  ])('addresses of %s lie near the airport, the same each time', (_what, address) => {
    const response = search('CAI', address);
    expect(search('CAI', address)).toEqual(response);
    expect(kmOf(response)).toBeLessThan(60);
  });

  it.each([
    ['300 letters', 'x'.repeat(300)],
    ['a property name', '__proto__'],
    ['another one', 'constructor'],
  ])('addresses of %s name no known town', (_what, address) => {
    expect(codeOf(trySearch('CAI', address))).toBe('unknown_address');
  });
});
