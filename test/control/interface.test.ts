import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SpecError } from '../../src/index.ts';
import { controlPath, loadControl } from '../../src/server/control/load-control.ts';
import { controlOperations } from '../../src/server/control/operations/operations.ts';
import { spec } from '../server/spec.ts';
import { temporaryFolder } from '../store/temporary-file.ts';
import { useSandbox } from '../support/sandbox.ts';
import { control, expectRefused } from './control-client.ts';

const sandbox = useSandbox({ serviceIdHeader: 'X-Client-Id' });
const text = readFileSync(controlPath, 'utf8');
const described = parse(text);

describe('control-api.yaml', () => {
  it('describes every operation, under its own name', () => {
    const ids = Object.values<object>(described.paths).flatMap((item) => Object.values<{ operationId: string }>(item as never).map(({ operationId }) => operationId));
    expect(ids.toSorted()).toEqual(Object.keys(controlOperations).toSorted());
    expect(Object.entries(controlOperations).filter(([id, { operationId }]) => operationId !== id)).toEqual([]);
  });

  it('has the error body of the service', () => {
    for (const name of ['Error', 'ErrorDetail']) expect(described.components.schemas[name]).toMatchObject(withoutMarks(spec.components.schemas[name]));
  });

  it('says of each operation whom it lets in', () => {
    const security = { open: [], admin: [{ adminToken: [] }], profile: undefined, 'profile-creation': [{}, { adminToken: [] }] };
    for (const [path, item] of Object.entries<Record<string, { operationId: keyof typeof controlOperations; security?: unknown }>>(described.paths)) {
      for (const operation of Object.values(item)) {
        const { access } = controlOperations[operation.operationId];
        if (operation.operationId !== 'getOrderRecord') expect([path, operation.security]).toEqual([path, security[access]]);
        if (access === 'profile') expect(path).toContain('{profileCode}');
      }
    }
  });

  it('is served as JSON and as YAML, with the header names of the settings', async () => {
    const { liveMode, ...json } = (await control(sandbox.baseUrl, 'GET', '/control-api.json')).body;
    expect(liveMode).toBe(false);
    expect(parse((await control(sandbox.baseUrl, 'GET', '/control-api.yaml')).text)).toEqual(json);
    expect(json.components.securitySchemes.serviceId.name).toBe('X-Client-Id');
    expect(Object.keys(json.paths)).toEqual(Object.keys(described.paths));
  });

  it('never shows that the service has anything of it', async () => {
    expect(JSON.stringify((await control(sandbox.baseUrl, 'GET', '/interface.json')).body)).not.toContain('_sandbox');
  });

  it.each(Object.entries<object>(described.paths))('%s takes only the methods that it describes', async (path, item) => {
    const methods = Object.keys(item).map((method) => method.toUpperCase());
    const address = path.replace('/_sandbox', '').replace('{profileCode}', sandbox.sandbox.demoKeys.profileCode).replace(/\{\w+\}/g, 'x');
    for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !methods.includes(method))) {
      const refused = await control(sandbox.baseUrl, wrong, address);
      expectRefused(refused, [405, 'method_not_allowed']);
      expect(refused.headers.allow).toBe(methods.join(', '));
    }
  });

  it.each(['/openapi.json', '/interface.yaml', '/control-api.json'])('%s is read, and nothing else', async (path) => {
    for (const wrong of ['POST', 'PUT', 'DELETE']) {
      const refused = await control(sandbox.baseUrl, wrong, path);
      expectRefused(refused, [405, 'method_not_allowed']);
      expect(refused.headers.allow).toBe('GET');
    }
  });

  it.each([
    ['a file that is not there', undefined, 'ENOENT'],
    ['no YAML', 'openapi: [', 'flow'],
    ['a reference to nothing', text.replace("schemas/Arming'", "schemas/Nothing'"), '#/components/schemas/Nothing leads nowhere'],
    ['an operation that nobody wrote', text.replace('operationId: getHealth', 'operationId: getWealth'), 'there is no operation getWealth'],
    ['an operation that it lacks', text.replace(/ {2}\/_sandbox\/ready:\n[^]*?(?= {2}\/_sandbox)/, ''), 'the operation getReadiness is not described'],
    ['an operation without responses', text.replace('      responses:', '      answers:'), 'getHealth has no responses'],
  ])('stops the start with a message that names it, when it is broken: %s', async (_what, broken, message) => {
    const path = `${temporaryFolder()}/control-api.yaml`;
    if (broken !== undefined) writeFileSync(path, broken);
    const refusal = await loadControl(path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SpecError);
    expect((refusal as Error).message).toContain(path);
    expect((refusal as Error).message).toContain(message);
  });
});

/** Without what only the service's interface is marked with. */
function withoutMarks(schema: unknown): any {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('x-') ? undefined : value)));
}
