import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { flightOrder, holdOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Offer, OperationId } from '../../src/interface/api.ts';
import { loadScenarios } from '../../src/scenarios/registry.ts';
import { NOW } from '../support/sandbox.ts';

const registry = await loadScenarios();

/** Within Britain, within Spain, to London, and from there with documents sent ahead. */
const ROUTES = ['LHR-EDI', 'MAD-BCN', 'MAD-LHR', 'LHR-JFK'] as const;
type Route = (typeof ROUTES)[number];

describe('without a scenario', () => {
  let usual: string[] = [];
  beforeAll(async () => {
    usual = await walkNextTo(undefined);
  });

  it.each([
    'provider-0-slow(delay=PT0.01S)',
    'hold-unavailable',
    'hold-price-not-guaranteed',
    'documents-required',
    'dni-allowed',
    'segments-required',
    'price-changed',
    'order-refused',
    'short-lived',
    'search-expired',
    'documents-required,dni-allowed,hold-unavailable',
  ])('no byte of a response to other clients changes under %s', async (scenario) => {
    expect(usual.length).toBeGreaterThan(100);
    expect(await walkNextTo(scenario)).toEqual(usual);
  });

  /** Responses to a client without a scenario after another client made the same calls under it. */
  async function walkNextTo(scenario: string | undefined): Promise<string[]> {
    const fresh = await createSandbox({ seed: 'next-to', clock: new VirtualClock(NOW), log: 'silent' });
    try {
      if (scenario) await walk(fresh, await fresh.addProfile(), scenario);
      const responses = await walk(fresh, fresh.demoKeys);
      expect(fresh.violations).toEqual([]);
      return responses;
    } finally {
      await fresh.close();
    }
  }

  /** Searches on every route, then reads, asks and orders each offer; under a scenario where that applies. */
  async function walk(fresh: Sandbox, keys: KeyPair, scenario?: string): Promise<string[]> {
    const operations = registry.get(scenario?.split(/[(,]/)[0] ?? '')?.operations ?? [];
    const responses: string[] = [];
    const send = async (operation: OperationId, path: string, body?: object) => {
      const call = body ? request(fresh.app).post(path).send(body) : request(fresh.app).get(path);
      const { text } = await call.query(operations.includes(operation) ? { scenario } : {}).set(fresh.headers(keys));
      responses.push(text);
      return JSON.parse(text);
    };
    for (const route of ROUTES) {
      const { offers } = (await send('searchFlights', '/v1/flights/search', searchBody(route))) as { offers: Offer[] };
      for (const offer of offers) {
        const place = `${offer.gdsprovider}/${offer.offerId}`;
        await send('getFlightOffer', `/v1/flights/offers/${place}`);
        await send('getRequiredFields', `/v1/flights/order/required-fields/${place}`, {
          offerId: offer.offerId,
          passengers: offer.passengers.map(({ type }) => ({ type })),
        });
        await send(
          'createFlightOrder',
          `/v1/flights/order/${place}`,
          offer.holdOptions.available ? holdOrder(offer) : flightOrder(offer),
        );
      }
    }
    return responses;
  }
});

function searchBody(route: Route) {
  const [origin, destination] = route.split('-');
  return {
    slices: [{ origin, destination, departure_date: '2027-03-15' }],
    passengers: [{ type: 'adult' }, { type: 'child' }],
    cabin_class: 'economy',
  };
}
