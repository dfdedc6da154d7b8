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
  it.each([...new Set(forms)])('is in words for %s', (form) => {
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
