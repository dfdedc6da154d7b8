import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Ids } from '../../src/base/ids.ts';
import { currencies, exchangeRate } from '../../src/flights/exchange-rates.ts';
import { searchFlights } from '../../src/flights/search.ts';
import type { FlightSearchRequest } from '../../src/interface/api.ts';
import { useSandbox } from '../support/sandbox.ts';
import { callAt, NOW, oneWay, openFlights } from './search-fixture.ts';

const { flights } = await openFlights();
const server = useSandbox();

describe('the currencies of a search', () => {
  it('are at least thirty, all from ISO 4217, each with a rate', () => {
    const { components } = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));
    expect(components.schemas.Currency.enum).toEqual(currencies());
    expect(currencies().length).toBeGreaterThanOrEqual(30);
    expect(Intl.supportedValuesOf('currency')).toEqual(expect.arrayContaining([...currencies()]));
  });

  it('price every offer at their rate, with the decimals of the currency', async () => {
    for (const currency of currencies() as readonly NonNullable<FlightSearchRequest['currency']>[]) {
      const { offers } = await searchFlights(flights, callAt(NOW, { ids: new Ids(currency) }), oneWay({ currency }));
      expect(offers.length).toBeGreaterThan(0);
      for (const { totalAmount, originalCurrency, ...offer } of offers) {
        expect(offer.currency).toBe(currency);
        expect(originalCurrency.rate).toBe(exchangeRate(originalCurrency.code, currency));
        const digits = ['CLP', 'ISK', 'JPY', 'KRW', 'VND'].includes(currency) ? 0 : 2;
        expect(Number(totalAmount.toFixed(digits))).toBe(totalAmount);
      }
    }
  });

  it('are refused by name if they have no rate', async () => {
    for (const currency of ['XAU', 'BTC', 'eur', 'XYZ']) {
      const response = await server.post('/v1/flights/search', { ...oneWay(), currency });
      expect(response.status).toBe(400);
      expect(response.body.message.join(' ')).toContain(currency);
    }
  });
});
