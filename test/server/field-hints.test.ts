import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/base/pointer.ts';
import type { FieldHint } from '../../src/interface/errors/field-hints.ts';
import { fieldHints } from '../../src/interface/errors/field-hints.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { documentedOperations, spec } from './spec.ts';

const sandbox = useSandbox({ seed: 'field hints' });

const hints = Object.entries(fieldHints).flatMap(([operationId, ofOperation]) =>
  Object.entries(ofOperation).map(([place, hint]): [string, string, FieldHint] => [operationId, place, hint]),
);

describe('the catalogue of renamed fields', () => {
  it.each(hints)('%s refuses %s and says where the value goes', async (operationId, place, hint) => {
    const { path = '' } = documentedOperations.find((each) => each.operationId === operationId) ?? {};
    const address = path.replace('{gdsprovider}', '1').replace('{offerId}', 'off_1');
    const refused = await sandbox.post(address, bodyWith(place.split('.')));
    expectRefusal(refused, 'non_whitelisted_field', `/${place.replaceAll('[]', '.0').replaceAll('.', '/')}`);
    const said = 'text' in hint ? hint.text : `${place.split('.').at(-1)} ${hint.seen} is ${hint.sent} here`;
    expect(refused.body.message.join('\n')).toContain(`should not exist: ${said}`);
  });

  it.each(hints)('%s: what stands in place of %s is a field of openapi.yaml', (operationId, _place, hint) => {
    if ('text' in hint) return expect(hint.text).not.toBe('');
    const { path = '', method = '' } = documentedOperations.find((each) => each.operationId === operationId) ?? {};
    const pathItem = spec.paths[path] as unknown as Record<string, Record<string, Part>>;
    const body = pathItem[method.toLowerCase()]?.['requestBody'] as { content: Record<string, { schema: Part }> };
    let part: Part | undefined = body.content['application/json']?.schema;
    for (const key of hint.sent.split('.')) {
      const property: Part | undefined = resolve<Part>(spec, part ?? {}).properties?.[key.replace('[]', '')];
      part = key.endsWith('[]') ? property?.items : property;
      expect(part, `${hint.sent}: ${key}`).toBeDefined();
    }
  });

  it('has no hint for other fields', async () => {
    const refused = await sandbox.post('/v1/flights/search', { constructor: 1, slices: [{ nationality: 'ES' }] });
    expect(refused.body.message).toContain('slices.0.property nationality should not exist');
  });
});

interface Part {
  properties?: Record<string, Part>;
  items?: Part;
}

/** Returns a body with the one field at a place. */
function bodyWith([key = '', ...rest]: readonly string[]): object {
  const inner = rest.length === 0 ? 'x' : bodyWith(rest);
  return key.endsWith('[]') ? { [key.slice(0, -2)]: [inner] } : { [key]: inner };
}
