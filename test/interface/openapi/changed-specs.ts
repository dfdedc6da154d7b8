import { expect } from 'vitest';
import { DAY, systemClock } from '../../../src/base/clock.ts';
import { demoKeys } from '../../../src/profiles/demo-keys.ts';
import type { EditedSpec } from './edit-spec.ts';
import { replacing } from './edit-spec.ts';

/** A change of openapi.yaml that takes effect. */
export interface ChangedSpec extends EditedSpec {
  expectEffect(this: void, baseUrl: string): Promise<void>;
}

export const changedSpecs: readonly ChangedSpec[] = [
  {
    title: 'another path',
    edit: replacing('  /v1/flights/search:', '  /v2/flights/search:'),
    expectEffect: async (baseUrl) => {
      expect((await search(baseUrl, {}, '/v2/flights/search')).status).toBe(200);
      expect((await search(baseUrl, {})).status).toBe(404);
    },
  },
  {
    title: 'another method',
    edit: replacing('  /v1/flights/search:\n    post:', '  /v1/flights/search:\n    put:'),
    expectEffect: async (baseUrl) => {
      expect((await search(baseUrl, {}, '/v1/flights/search', 'PUT')).status).toBe(200);
      expect((await search(baseUrl, {})).status).toBe(405);
    },
  },
  {
    title: 'another default',
    edit: replacing('default: EUR', 'default: USD'),
    expectEffect: async (baseUrl) => {
      const { offers } = (await search(baseUrl, {})).body as { offers: { currency: string }[] };
      expect(new Set(offers.map(({ currency }) => currency))).toEqual(new Set(['USD']));
    },
  },
  {
    title: 'an allowed value less',
    edit: replacing('enum: [economy, premium_economy, business, first]', 'enum: [economy, premium_economy, business]'),
    expectEffect: async (baseUrl) => {
      expect((await search(baseUrl, { cabin_class: 'first' })).status).toBe(400);
      expect((await search(baseUrl, {})).status).toBe(200);
    },
  },
  {
    title: 'another field required',
    edit: (text) =>
      replacing(
        'required: [slices, passengers, cabin_class]',
        'required: [slices, passengers, cabin_class, language]',
      )(replacing('cabin_class: economy\n', 'cabin_class: economy\n                  language: es\n')(text)),
    expectEffect: async (baseUrl) => {
      expect((await search(baseUrl, {})).status).toBe(400);
      expect((await search(baseUrl, { language: 'es' })).status).toBe(200);
    },
  },
  {
    title: 'a field more',
    edit: replacing(
      "        cabin_class: { $ref: '#/components/schemas/CabinClass' }\n",
      "        cabin_class: { $ref: '#/components/schemas/CabinClass' }\n" +
        '        note: { type: string, format: uuid }\n',
    ),
    expectEffect: async (baseUrl) => {
      expect((await search(baseUrl, { note: '0f8fad5b-d9cb-469f-a165-70867728950e' })).status).toBe(200);
      expect((await search(baseUrl, { note: 'x' })).status).toBe(400);
    },
  },
  {
    title: 'a required header parameter',
    edit: replacing(
      '      operationId: searchFlights\n',
      '      operationId: searchFlights\n' +
        '      parameters: [{ name: X-Tenant, in: header, required: true, schema: { type: string } }]\n',
    ),
    expectEffect: async (baseUrl) => {
      expect((await search(baseUrl, {})).status).toBe(400);
    },
  },
  {
    title: 'the line endings of Windows and a byte order mark',
    edit: (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
    expectEffect: async (baseUrl) => {
      expect((await search(baseUrl, {})).status).toBe(200);
    },
  },
];

async function search(baseUrl: string, fields: object, path = '/v1/flights/search', method = 'POST') {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${demoKeys.secretKey}`,
      'X-Service-Id': `${demoKeys.publicKey}:${demoKeys.profileCode}`,
    },
    body: JSON.stringify({
      slices: [{ origin: 'MAD', destination: 'LHR', departure_date: inDays(60) }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
      ...fields,
    }),
  });
  return { status: response.status, body: await response.json() };
}

/** The sandbox runs on the clock of this machine. */
function inDays(days: number): string {
  return new Date(systemClock.now() + days * DAY).toISOString().slice(0, 10);
}
