import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { loadControl } from '../../src/control-api/load-control.ts';
import { wantedForm } from '../../src/http/openapi/to-verdict.ts';
import { requestsOf } from '../../src/http/openapi/wrap-library.ts';
import type { Spec } from '../../src/interface/openapi/load-spec.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { FLIGHT_SEARCH } from './calls.ts';

const sandbox = useSandbox();
const forms = [await loadSpec(), await loadControl()].flatMap((spec) => [...formsOf(requestBodiesOf(spec))]);

describe('the required form of a text', () => {
  it.each([...new Set(forms)])('is described in words for %s', (form) => {
    for (const kind of ['pattern', 'format'])
      expect(wantedForm(`must match ${kind} "${form}"`)).toMatch(/^must be |^must not /);
  });

  it.each([
    [{ slices: [{ ...FLIGHT_SEARCH.slices[0], origin: 'Madrid' }] }, /origin must be an IATA code .*, got "Madrid"$/],
    [
      { slices: [{ ...FLIGHT_SEARCH.slices[0], departure_date: '15.03.2027' }] },
      /departure_date must be a date, YYYY-MM-DD, .*, got "15\.03\.2027"$/,
    ],
    [{ language: 'es_ES' }, /^language must be a BCP 47 language tag, .*, got "es_ES"$/],
    [{ language: 'x'.repeat(3000) }, /got "x{63}…$/],
  ])('is in the refusal, with the received value: %#', async (change, message) => {
    const { status, body } = await sandbox.post('/v1/flights/search', { ...FLIGHT_SEARCH, ...change });
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ message: expect.stringMatching(message) }));
    expect(body.message.join()).not.toContain('must match');
  });

  it('is in the refusal of compressed bodies too', async () => {
    const refused = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, {
      headers: { 'Content-Encoding': 'compress' },
    });
    expectRefusal(refused, 'unsupported_content_encoding');
  });
});

describe('the required type', () => {
  it.each<[string, object, string]>([
    ['/search', { passengers: '2' }, 'passengers must be an integer, for example 2, got "2"'],
    [
      '/search',
      { dropoff: 'MAD' },
      'dropoff must be an object, for example {"address":"Calle de Alcalá 42, Madrid"}, got "MAD"',
    ],
    [
      '/search',
      { returnPickupDateTime: 5 },
      'returnPickupDateTime must be a string: a local date-time without zone, YYYY-MM-DDThh:mm:ss, for example ' +
        '2027-03-15T09:30:00, got 5',
    ],
    [
      '/v1/flights/search',
      { passengers: { type: 'adult' } },
      'passengers must be a list, for example [{"type":"adult"}], got an object',
    ],
    ['/v1/flights/search', { slices: 'x'.repeat(3000) }, `, got "${'x'.repeat(63)}…`],
    ['/v1/flights/order/1/off_1', { type: null }, 'got null; omit the field instead'],
    ['/v1/flights/order/1/off_1', { passengers: [{ email: null }] }, 'for example "ada@example.com", got null'],
    ['/_sandbox/profiles', { name: 5 }, 'name must be a string, got 5'],
  ])('is in the refusal of %s with an example and the received value: %#', async (path, body, message) => {
    const refused = await sandbox.post(path, body);
    expect(refused.status).toBe(400);
    expect(refused.body.message.join('\n')).toContain(message);
  });

  it('is the only fault of a value of another type', async () => {
    const { body } = await sandbox.post('/v1/flights/search', { ...FLIGHT_SEARCH, currency: 5 });
    expect(body.message).toEqual([expect.stringMatching(/^currency must be equal to one of .*, got 5$/)]);
  });

  it('is in the refusal of a repeated parameter', async () => {
    const refused = await sandbox.get('/reservations/details?searchId=a&searchId=b');
    expectRefusal(refused, 'invalid_request', 'query/searchId');
    expect(refused.body.message).toEqual(['searchId must be sent once, got it 2 times']);
  });
});

it('a refusal does not repeat the number of an identity document', async () => {
  const number = 12_345_678;
  for (const passenger of [
    { NationalID: number },
    { NationalID: `${number}`.repeat(10) },
    { identity_documents: [{ unique_identifier: number }] },
    { identity_documents: JSON.stringify([{ unique_identifier: `${number}` }]) },
  ]) {
    const { status, text } = await sandbox.post('/v1/flights/order/1/off_1', { passengers: [passenger] });
    expect(status).toBe(400);
    expect(text).not.toContain(`${number}`);
    expect(text).toContain('got a ');
  }
  const { text } = await sandbox.post('/v1/flights/order/1/off_1', JSON.stringify(`{"NationalID":"${number}"}`), {
    headers: { 'Content-Type': 'application/json' },
  });
  expect(text).toContain('body must be an object');
  expect(text).not.toContain(`${number}`);
});

/** The requests of a spec, without the files of the control API, which it reads itself. */
function requestBodiesOf(spec: Spec): Spec {
  const own = structuredClone(spec);
  delete own.paths?.['/_sandbox/profiles/{profileCode}/import'];
  return requestsOf(own);
}

function* formsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const { pattern, format, type } = value as OpenAPIV3_1.SchemaObject;
  if (type !== undefined) for (const form of [pattern, format]) if (typeof form === 'string') yield form;
  for (const inner of Object.values(value)) yield* formsOf(inner);
}
