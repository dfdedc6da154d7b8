import { expect, it } from 'vitest';
import { Ids } from '../../src/base/ids.ts';
import { searchFlights } from '../../src/flights/search.ts';
import { toJson } from '../../src/http/to-json.ts';
import { callAt, NOW, oneWay, openFlights, roundTrip } from '../flights/search-fixture.ts';

it('a search response is serialized as by JSON.stringify, even with cached parts', async () => {
  const { flights } = await openFlights();
  const requests = [oneWay(), roundTrip(), oneWay(), roundTrip()];
  for (const [n, request] of requests.entries()) {
    const context = callAt(NOW, { ids: new Ids(`to-json/${n}`) });
    const body = { ...(await searchFlights(flights, context, request)), liveMode: false };
    expect(toJson(body).toString()).toBe(JSON.stringify(body));
  }
});

it('a body is serialized as by JSON.stringify', () => {
  const shared = Object.freeze({ 'na"me': 'Łódź "😀" \\', none: undefined, list: Object.freeze([1, null]) });
  for (const body of [
    {},
    { a: undefined, b: null, c: -0, d: 1e21, e: 'é\u2028\n' },
    { list: [], lists: [[1], []], items: [null, 1, 'x', shared, { shared, own: 1, none: undefined }, { shared }] },
    { shared, 'na"me': { shared } },
  ])
    expect(toJson(body).toString()).toBe(JSON.stringify(body));
});

it('the JSON text of a mutable part is not cached', () => {
  const item = { shared: Object.freeze([1]), own: 1 };
  expect(toJson({ items: [item] }).toString()).toBe('{"items":[{"shared":[1],"own":1}]}');
  item.own = 2;
  expect(toJson({ items: [item] }).toString()).toBe('{"items":[{"shared":[1],"own":2}]}');
});
