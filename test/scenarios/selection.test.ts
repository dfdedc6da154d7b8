import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/scenarios/operations.ts';
import { loadScenarios, scenarioNames } from '../../src/scenarios/registry.ts';
import type { OperationId } from '../../src/scenarios/scenario.ts';
import { useSandbox } from '../support/sandbox.ts';
import { makeCall, prepareCalls } from '../server/calls.ts';
import { documentedOperations, faultsOf } from '../server/spec.ts';

const sandbox = useSandbox();
const registry = await loadScenarios();

describe('a scenario', () => {
  it.each(['nonsense', 'Pending', 'pending ', '', '502.ts', '__proto__', 'toString', '../library/502', 'x'.repeat(5000)])('called "%s" is refused with the names that apply', async (scenario) => {
    const { status, body } = await sandbox.post('/book', {}, { scenario });
    expect([status, body.code, faultsOf('bookTransfer', 400, body)]).toEqual([400, 'unknown_scenario', []]);
    expect(body.details[0].path).toBe('query/scenario');
    expect(body.message[0]).toMatch(new RegExp(`: ${scenarioNames(registry, 'bookTransfer').join(', ')}$`));
  });

  it.each(allOperations)('that does not apply to %s is refused with those that do', async (operationId) => {
    const call = (await prepareCalls(sandbox))[operationId];
    const applying = scenarioNames(registry, operationId);
    const other = [...registry.keys()].find((name) => !applying.includes(name))!;
    const { status, body, headers } = await makeCall(sandbox, call, { scenario: other });
    expect([status, body.code, faultsOf(operationId, 400, body)]).toEqual([400, 'scenario_not_applicable', []]);
    expect(body.message[0]).toContain(`"${other}" does not apply to ${operationId}; here you can use: ${applying.join(', ')}`);
    expect(headers).not.toHaveProperty('x-sandbox-scenario');
    expect((await makeCall(sandbox, call)).status).toBe(200);
  });

  it.each([...registry.values()])('$name is named by the response that it acted on', async ({ name, operations }) => {
    const call = (await prepareCalls(sandbox))[operations[0]!];
    expect((await makeCall(sandbox, call, { scenario: name })).headers['x-sandbox-scenario']).toBe(name);
  });

  it('is not listened to without credentials', async () => {
    const { body } = await sandbox.post('/book', {}, { scenario: 'nonsense', headers: { Authorization: null } });
    expect(body.code).toBe('missing_api_token');
  });
});

describe('502 and 502-after-commit', () => {
  const twin = useSandbox();
  const operations = registry.get('502-after-commit')!.operations;

  it.each(operations)('look the same on the wire of %s: status, headers but the request id, body but the request id', async (operationId) => {
    const [nothingDone, done] = await Promise.all([wire(sandbox, operationId, '502'), wire(twin, operationId, '502-after-commit')]);
    expect(done).toEqual(nothingDone);
    expect(done.status).toBe(502);
    expect(done.headers).toHaveProperty('content-length');
  });
});

/** What a client can see that does not look at which scenario acted. */
async function wire(server: typeof sandbox, operationId: OperationId, scenario: string) {
  const { status, headers, body } = await makeCall(server, (await prepareCalls(server))[operationId], { scenario });
  const { 'x-request-id': _, 'x-sandbox-scenario': __, ...rest } = headers;
  return { status, headers: rest, body: { ...body, requestId: '' } };
}

describe('the interface that the sandbox serves', () => {
  it('has the scenario parameter on every operation, with exactly the names that apply', async () => {
    const { body } = await sandbox.get('/_sandbox/openapi.json', { headers: { Authorization: null } });
    for (const { operationId, path, method } of documentedOperations) {
      const operation = body.paths[path][method.toLowerCase()];
      const parameter = operation.parameters.filter(({ name }: { name: string }) => name === 'scenario');
      expect(parameter).toMatchObject([{ in: 'query', schema: { type: 'string', enum: scenarioNames(registry, operationId) } }]);
      for (const name of scenarioNames(registry, operationId)) expect(parameter[0].description).toContain(`\`${name}\`: ${registry.get(name)!.title}`);
    }
  });

  it('is served without it as well', async () => {
    const { text } = await sandbox.get('/_sandbox/interface.json');
    expect(text).not.toMatch(/scenario/i);
  });

  it('lists every scenario with what it does and where it applies', async () => {
    const { body } = await sandbox.get('/_sandbox/scenarios');
    expect(body.scenarios).toEqual([...registry.values()].map(({ name, title, clientSees, operations, basis, rules }) => ({ name, title, clientSees, operations, basis, rules })));
  });
});
