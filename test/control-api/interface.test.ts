import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { controlPath } from '../../src/control-api/load-control.ts';
import { controlOperations } from '../../src/control-api/operations/operations.ts';
import { createSandbox } from '../../src/index.ts';
import { catalogue } from '../../src/interface/errors/catalogue.ts';
import { allOperations as operationIds } from '../../src/scenarios/operations.ts';
import { spec } from '../server/spec.ts';
import type { Body } from '../support/body.ts';
import { useSandbox } from '../support/sandbox.ts';
import { ADMIN_TOKEN, control, expectRefused } from './control-client.ts';
import { judgeCalls } from './judge-calls.ts';

const sandbox = useSandbox({ serviceIdHeader: 'X-Client-Id' });
const text = readFileSync(controlPath, 'utf8');
const described = parse(text);

describe('control-api.yaml', () => {
  it('describes every operation, under a unique name', () => {
    const ids = Object.values<object>(described.paths).flatMap((item) =>
      Object.values<{ operationId: string }>(item as never).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(Object.keys(controlOperations).toSorted());
    expect(Object.entries(controlOperations).filter(([id, { operationId }]) => operationId !== id)).toEqual([]);
  });

  it('has the error body of the service', () => {
    for (const name of ['ErrorResponse', 'ErrorDetail'])
      expect(described.components.schemas[name]).toMatchObject(withoutMarks(spec.components.schemas[name]));
  });

  it('states the required credentials of each operation', () => {
    const security = {
      open: [],
      admin: [{ adminToken: [] }],
      profile: undefined,
      'profile-creation': [{}, { adminToken: [] }],
    };
    for (const [path, item] of Object.entries<
      Record<string, { operationId: keyof typeof controlOperations; security?: unknown }>
    >(described.paths)) {
      for (const operation of Object.values(item)) {
        const { access } = controlOperations[operation.operationId];
        if (operation.operationId !== 'createProfile')
          expect([path, operation.security]).toEqual([path, security[access]]);
        if (access === 'profile') expect(path).toContain('{profileCode}');
      }
    }
  });

  it('declares 401 and 403 wherever credentials are requested, and nowhere else', () => {
    for (const item of Object.values<object>(described.paths)) {
      for (const { operationId, security, responses } of Object.values<{
        operationId: string;
        security?: object[];
        responses: object;
      }>(item as never)) {
        const asked = security === undefined || security.length > 0;
        expect([operationId, '401' in responses, '403' in responses]).toEqual([operationId, asked, asked]);
      }
    }
  });

  it('is served as JSON and as YAML, with the header names of the settings', async () => {
    const json = (await control(sandbox.baseUrl, 'GET', '/control-api.json')).body;
    expect(json).not.toHaveProperty('liveMode');
    expect(parse((await control(sandbox.baseUrl, 'GET', '/control-api.yaml')).text)).toEqual(json);
    expect(json.components.securitySchemes.serviceId.name).toBe('X-Client-Id');
    expect(Object.keys(json.paths)).toEqual(Object.keys(described.paths));
  });

  it('is served with the names of the catalogues', async () => {
    const { schemas } = (await control(sandbox.baseUrl, 'GET', '/control-api.json')).body.components;
    const { scenarios } = (await control(sandbox.baseUrl, 'GET', '/scenarios')).body;
    expect(schemas.ScenarioName.enum).toEqual(['none', ...scenarios.map(({ name }: { name: string }) => name)]);
    expect(schemas.OperationName.enum.toSorted()).toEqual(operationIds.toSorted());
    expect(schemas.ErrorName.enum).toEqual(Object.keys(catalogue));
    const arming = new RegExp(schemas.Arming.properties.scenario.pattern);
    expect(
      ['slow', 'book:pending(reads=2), slow(delay=PT1S)', 'bookTransfer:502; read:502;none', 'slow;none', 'none'].map(
        (text) => arming.test(text),
      ),
    ).toEqual([true, true, true, true, true]);
    expect(['storm', 'lunch:slow', 'slow,', 'slow;', 'none,slow'].map((text) => arming.test(text))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('serves examples of the service with dates after its clock', async () => {
    const later = await createSandbox({ log: 'silent', now: '2028-02-01T00:00:00Z' });
    const baseUrl = await later.listen();
    const { paths } = (await control(baseUrl, 'GET', '/openapi.json')).body;
    const yaml = (await control(baseUrl, 'GET', '/interface-3.0.yaml')).text;
    const { body } = await control(baseUrl, 'GET', '/openapi.json');
    const examples = Object.values<{ value: object }>(
      paths['/v1/flights/search'].post.requestBody.content['application/json'].examples,
    );
    const responses = await Promise.all(
      examples.map(({ value }) =>
        fetch(`${baseUrl}/v1/flights/search`, {
          method: 'POST',
          headers: { ...later.headers(), 'Content-Type': 'application/json' },
          body: JSON.stringify(value),
        }),
      ),
    );
    await later.close();
    expect(responses.map(({ status }) => status)).toEqual(examples.map(() => 200));
    expect(yaml).toContain('2028-04-01');
    expect(JSON.stringify(body)).not.toContain('2027-');
  });

  it('requires the admin token only if the sandbox has one', async () => {
    const guarded = await createSandbox({ log: 'silent', adminToken: ADMIN_TOKEN });
    const [open, kept] = [
      (await control(sandbox.baseUrl, 'GET', '/control-api.json')).body,
      (await control(await guarded.listen(), 'GET', '/control-api.json')).body,
    ];
    await guarded.close();
    const pair = { secretKey: [], serviceId: [] };
    expect([
      open.security,
      open.paths['/_sandbox/profiles'].get.security,
      open.paths['/_sandbox/profiles'].post.security,
    ]).toEqual([[{}, pair], [{}], [{}]]);
    expect(Object.keys(open.components.securitySchemes)).toEqual(['secretKey', 'serviceId']);
    expect([kept.security, kept.paths['/_sandbox/profiles'].get.security]).toEqual([
      [{ adminToken: [] }, pair],
      [{ adminToken: [] }],
    ]);
    expect(kept.components.securitySchemes.adminToken).toBeDefined();
  });

  it.each([
    'POST /profiles/{code}/reset?x=1',
    'DELETE /profiles/{code}?scenario=slow',
    'POST /profiles/{code}/import?x=1',
    'GET /profiles/{code}?scenario=slow',
    'GET /profiles/{code}/journal?limit=%2B5',
    'GET /profiles/{code}/journal?limit=%205',
    'GET /profiles/{code}/journal?after=0x5',
    'GET /profiles?after=x',
    'GET /profiles/{code}/journal?from=2027-01-10t12%3A00%3A00z',
  ])('refuses %s as described', async (line) => {
    const [method, path] = line.replace('{code}', sandbox.sandbox.demoKeys.profileCode).split(' ') as [string, string];
    expectRefused(await control(sandbox.baseUrl, method, path), [400, 'invalid_request']);
  });

  it('the control API refuses exactly the requests that control-api.yaml does not allow', async () => {
    await judgeCalls(sandbox.baseUrl, { seed: 10, numRuns: 60 });
  });

  it('is not part of the interface of the service', async () => {
    expect(JSON.stringify((await control(sandbox.baseUrl, 'GET', '/interface.json')).body)).not.toContain('_sandbox');
  });

  it.each(Object.entries<object>(described.paths))(
    '%s takes only the methods that it describes',
    async (path, item) => {
      const methods = Object.keys(item).map((method) => method.toUpperCase());
      const address = path
        .replace('/_sandbox', '')
        .replace('{profileCode}', sandbox.sandbox.demoKeys.profileCode)
        .replace(/\{\w+\}/g, 'x');
      for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (method) => !methods.includes(method),
      )) {
        const refused = await control(sandbox.baseUrl, wrong, address);
        expectRefused(refused, [405, 'method_not_allowed']);
        expect(refused.headers.allow).toBe(methods.join(', '));
      }
    },
  );

  it.each(['/openapi.json', '/interface.yaml', '/control-api.json'])('%s is read-only', async (path) => {
    for (const wrong of ['POST', 'PUT', 'DELETE']) {
      const refused = await control(sandbox.baseUrl, wrong, path);
      expectRefused(refused, [405, 'method_not_allowed']);
      expect(refused.headers.allow).toBe('GET');
    }
  });
});

/** Without what only the service's interface is marked with. */
function withoutMarks(schema: unknown): Body {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('x-') ? undefined : value)));
}
