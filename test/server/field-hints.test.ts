import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/base/pointer.ts';
import type { FieldHint } from '../../src/interface/errors/field-hints.ts';
import { renamedFields } from '../../src/interface/errors/field-hints.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { documentedOperations, postOperations, spec } from './spec.ts';

const sandbox = useSandbox({ seed: 'field hints' });

const hints = Object.entries(renamedFields).flatMap(([operationId, ofOperation]) =>
  Object.entries(ofOperation).map(([place, hint]): [string, string, FieldHint] => [operationId, place, hint]),
);

describe('the catalogue of renamed fields', () => {
  it.each(hints)('%s refuses %s and says where the value goes', async (operationId, place, hint) => {
    const refused = await sandbox.post(addressOf(operationId), bodyWith(place.split('.'), 'x'));
    expectRefusal(refused, 'non_whitelisted_field', `/${place.replaceAll('[]', '.0').replaceAll('.', '/')}`);
    const said = 'text' in hint ? hint.text : `${place.split('.').at(-1)} ${hint.seen} is ${hint.sent} here`;
    expect(refused.body.message.join('\n')).toContain(`should not exist: ${said}`);
  });

  it.each(hints)('%s: the replacement for %s is a field of openapi.yaml', (operationId, _place, hint) => {
    if ('text' in hint) return expect(hint.text).not.toBe('');
    let part: Part | undefined = bodySchemaOf(operationId);
    for (const key of hint.sent.split('.')) {
      const property: Part | undefined = resolve<Part>(spec, part ?? {}).properties?.[key.replace('[]', '')];
      part = key.endsWith('[]') ? property?.items : property;
      expect(part, `${hint.sent}: ${key}`).toBeDefined();
    }
  });

  it('gives no hint for other fields', async () => {
    const refused = await sandbox.post('/v1/flights/search', { constructor: 1, slices: [{ nationality: 'ES' }] });
    expect(refused.body.message).toContain('slices.0.property nationality should not exist');
  });
});

describe('the nearest listed name', () => {
  it.each(objectsOfRequests())('%s %s: is in the refusal of another spelling', async (operationId, place, names) => {
    for (const respell of [snakeCase, camelCase, upperCase, withoutLastLetter, withAnS]) {
      const respelled = names.map((name) => [name, respell(name)]).filter(([, other = '']) => !names.includes(other));
      const fields = Object.fromEntries(respelled.map(([, other]) => [other, 'x']));
      const body = place === '' ? fields : bodyWith(place.split('.'), fields);
      const refused = await sandbox.post(addressOf(operationId), body);
      for (const [name, other] of respelled)
        expect(refused.body.message.join('\n')).toContain(`property ${other} should not exist (did you mean ${name}?)`);
    }
  });

  it('is in the refusal of a query parameter', async () => {
    for (const [given, name] of [
      ['reservation_id', 'reservationId'],
      ['PartnerTrackingID', 'partnerTrackingId'],
      ['Scenario', 'scenario'],
    ] as const) {
      const refused = await sandbox.get('/reservations/details', { query: { [given]: 'x' } });
      expectRefusal(refused, 'invalid_request', `query/${given}`);
      expect(refused.body.message).toEqual([`Unknown query parameter '${given}' (did you mean ${name}?)`]);
    }
  });

  it('is in a refusal of the control API', async () => {
    const refused = await sandbox.post('/_sandbox/profiles', { Name: 'Ada' });
    expect(refused.body.message).toEqual(['property Name should not exist (did you mean name?)']);
  });
});

interface Part {
  properties?: Record<string, Part>;
  items?: Part;
}

function addressOf(operationId: string): string {
  const { path = '' } = documentedOperations.find((each) => each.operationId === operationId) ?? {};
  return path.replace('{gdsprovider}', '1').replace('{offerId}', 'off_1');
}

function bodySchemaOf(operationId: string): Part {
  const { path = '' } = documentedOperations.find((each) => each.operationId === operationId) ?? {};
  const pathItem = spec.paths[path] as unknown as {
    post: { requestBody: { content: Record<string, { schema: Part }> } };
  };
  return resolve<Part>(spec, pathItem.post.requestBody.content['application/json']?.schema ?? {});
}

/** Every object in a request body: the operation, the place, and the names of its fields. */
function objectsOfRequests(): [string, string, string[]][] {
  return postOperations.flatMap(({ operationId }) =>
    objectsIn(bodySchemaOf(operationId), []).map(([place, names]): [string, string, string[]] => [
      operationId,
      place,
      names,
    ]),
  );
}

function objectsIn(part: Part, place: readonly string[]): [string, string[]][] {
  const { properties, items } = resolve<Part>(spec, part);
  if (items) return objectsIn(items, [...place.slice(0, -1), `${place.at(-1)}[]`]);
  if (!properties) return [];
  const inner = Object.entries(properties).flatMap(([name, property]) => objectsIn(property, [...place, name]));
  return [[place.join('.'), Object.keys(properties)], ...inner];
}

/** Returns a body with this value at a place, and nothing else. */
function bodyWith([key = '', ...rest]: readonly string[], value: unknown): object {
  const inner = rest.length === 0 ? value : bodyWith(rest, value);
  return key.endsWith('[]') ? { [key.slice(0, -2)]: [inner] } : { [key]: inner };
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function upperCase(name: string): string {
  return name.toUpperCase();
}

function withoutLastLetter(name: string): string {
  return name.slice(0, -1);
}

function withAnS(name: string): string {
  return `${name}s`;
}
