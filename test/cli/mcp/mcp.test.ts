import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { commands } from '../../../src/cli/commands.ts';
import { ControlClient } from '../../../src/cli/remote/control-client.ts';
import { loadControl } from '../../../src/control-api/load-control.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';
import type { ClockedProfile } from '../../control-api/clocked-profile.ts';
import { clockedProfile } from '../../control-api/clocked-profile.ts';
import { blocksOf } from '../../docs/run/page-blocks.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import { AIRPORT_TO_TOWN } from '../../transfers/transfer-client.ts';
import { PROGRAM, startTaxiway } from '../taxiway.ts';

const TOKEN = 'an-admin-token-that-is-secret';
const server = useSandbox({ adminToken: TOKEN });
/** On the clock of the system, for exams. */
const running = useSandbox({ adminToken: TOKEN, clock: systemClock });
const client = new Client({ name: 'a test', version: '1.0.0' });
let mine: ClockedProfile;
let written = '';

beforeAll(async () => {
  mine = await clockedProfile(server);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', '--all', '--url', server.baseUrl, '--profile', mine.keys.profileCode],
    env: { PATH: process.env['PATH'] ?? '', TAXIWAY_ADMIN_TOKEN: TOKEN },
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk) => {
    written += String(chunk);
  });
  await client.connect(transport);
}, 60_000);
afterAll(() => client.close());

type Servers = Record<string, { command: string; args: string[] }>;

/** Calls a tool of the server, and returns its text. */
async function call(name: string, args: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as [{ text: string }];
  return { text, isError: Boolean(isError) };
}

async function json(name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { text, isError } = await call(name, args);
  expect(isError, text).toBe(false);
  return JSON.parse(text) as Record<string, unknown>;
}

describe('the tools', () => {
  it('are the operations of the control API that respond with JSON, and the commands that check', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    const streams = [
      'exportJournal',
      'getMetrics',
      'streamJournal',
      'streamVerdicts',
      'getExchangeAsCurl',
      'getVerdictsPage',
    ];
    const missing = listOperations<string>(await loadControl())
      .map(({ operationId }) => operationId)
      .filter((id) => !names.includes(id));
    expect(missing.toSorted()).toEqual(streams.toSorted());
    const checks = commands.filter(({ group }) => group === 'check').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(checks));
    for (const { description, inputSchema } of tools) {
      expect(description?.length).toBeGreaterThan(10);
      expect(JSON.stringify(inputSchema)).not.toMatch(/"(\$ref|secretKey|adminToken)":/);
    }
  });

  it('arm, list and clear a scenario', async () => {
    expect(await json('armScenario', { body: { scenario: 'pending', calls: 1 } })).toMatchObject({
      armed: { scenario: 'pending', calls: 1 },
    });
    expect(await json('getArmedScenario')).toMatchObject({ armed: { scenario: 'pending' } });
    expect(await json('clearScenario')).toMatchObject({ armed: null });
  });

  it('move the clock, and list the resources and calls of the profile', async () => {
    await mine.transfers.search();
    expect(await json('setClock', { body: { mode: 'frozen' } })).toMatchObject({ mode: 'frozen' });
    expect(await json('advanceClock', { body: { by: 'PT1M' } })).toMatchObject({ liveMode: false });
    expect(await json('listResources', { kind: 'searches' })).toMatchObject({ resources: [{ kind: 'search' }] });
    const { exchanges } = (await json('listJournal', { limit: 1 })) as { exchanges: { exchangeId: string }[] };
    expect(exchanges).toHaveLength(1);
    expect(await json('getExchange', { exchangeId: exchanges[0].exchangeId })).toMatchObject({
      exchange: { path: '/search' },
    });
    expect((await call('getVerdicts')).text).toContain('characters; the first');
  });

  it('explain a rule, judge a sandbox and list the situations of the exam', { timeout: 60_000 }, async () => {
    expect((await call('rules', { rule: 'transfer.502' })).text).toContain('transfer.502.proves-nothing');
    const judged = await call('judge', { source: server.baseUrl, profile: mine.keys.profileCode });
    expect(judged.text).toMatch(/\d+ rules/);
    expect((await call('exam', { list: true, only: ['book-transfer.plain'] })).text).toMatch(/^book-transfer\.plain /);
    expect((await call('verify', { plan: true, only: ['auth'] })).text).toContain('Nothing was called.');
  });
});

it.each(blocksOf('docs/coding-agents.md').filter(({ kind }) => kind === 'json agent'))(
  'the configuration of docs/coding-agents.md:$line starts the server',
  { timeout: 30_000 },
  async ({ text }) => {
    const { mcpServers, servers = mcpServers } = JSON.parse(text) as Record<string, Servers | undefined>;
    const { command, args } = servers?.['taxiway'] ?? {};
    expect([command, args?.[0]]).toEqual(['npx', 'taxiway']);
    const agent = new Client({ name: 'an agent', version: '1.0.0' });
    await agent.connect(
      new StdioClientTransport({ command: process.execPath, args: [PROGRAM, ...(args ?? []).slice(1)] }),
    );
    expect((await agent.listTools()).tools.length).toBeGreaterThan(10);
    await agent.close();
  },
);

describe('a call that cannot be made', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['armScenari', {}, 'there is no tool "armScenari" (did you mean armScenario?)'],
    ['armScenario', {}, "armScenario: the arguments must have required property 'body'"],
    ['armScenario', { scenario: 'pending' }, 'armScenario has no argument "scenario"; it has profileCode, body'],
    ['listResources', { kind: 'cars' }, 'listResources: kind must be equal to one of the allowed values: searches,'],
    ['listResources', { kind: 'orders', limit: 'many' }, 'listResources: limit must be integer'],
    ['armScenario', { body: { scenario: 'pendin' } }, 'unknown_scenario: "pendin" is not a scenario'],
    ['getResource', { resourceId: '../../../health' }, 'not_found: profile'],
    ['getResource', { resourceId: '..' }, '".." is not an id'],
    ['getClock', { profileCode: 'dp_nobody000001' }, 'there is no profile "dp_nobody000001"'],
    ['judge', { source: '/no/such/file.har' }, '/no/such/file.har cannot be'],
    ['judge', { source: '--help' }, '--help cannot be'],
    ['exam', {}, 'the command is missing'],
    ['verify', { baseUrl: 'http://127.0.0.1:9' }, 'no response from http://127.0.0.1:9'],
  ])(
    '%s with %j is an error with a next step, and the server goes on',
    { timeout: 30_000 },
    async (name, args, message) => {
      const { text, isError } = await call(name, args);
      expect(isError).toBe(true);
      expect(text).toContain(message);
      expect(text).not.toMatch(/\n\s+at /);
      expect(await json('getHealth')).toHaveProperty('liveMode', false);
    },
  );

  it('shows no secret of the server', async () => {
    const { text } = await call('judge', { source: TOKEN });
    expect(text).not.toContain(TOKEN);
    expect(written).not.toContain(TOKEN);
  });
});

describe('the documents', () => {
  it('are the interface, the control API, the rules, the assumptions and the scenarios', async () => {
    const { resources } = await client.listResources();
    const texts = await Promise.all(resources.map(({ uri }) => client.readResource({ uri })));
    const [api, control, ...others] = texts.map(({ contents: [content] }) => ('text' in content ? content.text : ''));
    expect(api).toMatch(/^openapi: 3\.1/m);
    expect(control).toContain('operationId: armScenario');
    for (const text of others) expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(10);
  });

  it('cannot be read under any other URI', async () => {
    await expect(client.readResource({ uri: 'taxiway://openapi.yml' })).rejects.toThrow(
      'there is no resource "taxiway://openapi.yml" (did you mean taxiway://openapi.yaml?)',
    );
  });
});

/** Starts a server with further flags and variables, and connects an agent to it. */
async function connect(flags: readonly string[], env: Record<string, string> = {}): Promise<Client> {
  const agent = new Client({ name: 'an agent', version: '1.0.0' });
  const args = [PROGRAM, 'mcp', '--url', server.baseUrl, '--profile', mine.keys.profileCode, ...flags];
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: { PATH: process.env['PATH'] ?? '', TAXIWAY_ADMIN_TOKEN: TOKEN, ...env },
    }),
  );
  onTestFinished(() => agent.close());
  return agent;
}

const textOf = async (agent: Client, name: string, args: Record<string, unknown> = {}): Promise<string> => {
  const { content } = await agent.callTool({ name, arguments: args });
  return (content as [{ text: string }])[0].text;
};

describe('the tools of the usual tasks', () => {
  it('are few, small and annotated, with instructions', async () => {
    const agent = await connect([]);
    const { tools } = await agent.listTools();
    expect(tools.length).toBeLessThanOrEqual(18);
    expect(JSON.stringify(tools).length).toBeLessThan(30_000);
    expect(agent.getInstructions()).toContain('armScenario');
    for (const { name, annotations } of tools) expect([name, Object.keys(annotations ?? {}).length]).toEqual([name, 4]);
    expect(tools.find(({ name }) => name === 'listJournal')?.annotations).toMatchObject({ readOnlyHint: true });
    expect(tools.find(({ name }) => name === 'rules')?.annotations).toMatchObject({ readOnlyHint: true });
    expect(tools.find(({ name }) => name === 'resetProfile')?.annotations).toMatchObject({ destructiveHint: true });
  });

  it('write a long result to a file, and return its beginning', async () => {
    const agent = await connect([]);
    const text = await textOf(agent, 'rules', { coverage: true });
    expect(text.length).toBeLessThanOrEqual(20_000);
    const [, length, file = ''] = /^(\d+) characters; the first \d+ follow, (\S+) has all/.exec(text) ?? [];
    expect(readFileSync(file, 'utf8')).toHaveLength(Number(length));
  });

  it('report the progress of long work', async () => {
    const agent = await connect([]);
    const steps: number[] = [];
    const command = ['node', '-e', 'setTimeout(() => undefined, 200)'];
    const request = { name: 'exam', arguments: { command, only: ['book-transfer.plain'] } };
    await agent.callTool(request, undefined, { onprogress: ({ progress }) => steps.push(progress), timeout: 60_000 });
    expect(steps[0]).toBe(1);
  });

  it('end their command, and the client in it, when the agent cancels', { timeout: 60_000 }, async () => {
    const agent = await connect([]);
    const file = join(temporaryFolder(), 'pid');
    const script = `fs.writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => undefined, 1000)`;
    const request = { name: 'exam', arguments: { command: ['node', '-e', script], only: ['book-transfer.plain'] } };
    const cancel = new AbortController();
    const call = agent.callTool(request, undefined, { signal: cancel.signal, timeout: 60_000 });
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/);
    cancel.abort();
    await expect(call).rejects.toThrow();
    const signal = () => process.kill(Number(readFileSync(file, 'utf8')), 0);
    await vi.waitFor(() => expect(signal).toThrow('ESRCH'), 30_000);
    expect(await textOf(agent, 'getHealth', {})).toContain('ok');
  });
});

describe('the tools of the service', () => {
  it('are the documented operations, called with the credentials of the environment', async () => {
    const { publicKey, secretKey } = mine.keys;
    const agent = await connect(['--service'], { TAXIWAY_PUBLIC_KEY: publicKey, TAXIWAY_SECRET_KEY: secretKey });
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      listOperations(await loadSpec()).map(({ operationId }) => operationId),
    );
    expect(JSON.stringify(tools)).not.toContain('"scenario"');
    expect(await textOf(agent, 'searchTransfers', { body: AIRPORT_TO_TOWN })).toMatch(/^200\n\{"searchId"/);
    expect(await textOf(agent, 'getReservation', { reservationId: 'rsv_none' })).toMatch(/^400\n/);
  });
});

it('the key of an exam opens the tools that need it', async () => {
  const profileCode = (await running.sandbox.addProfile()).profileCode;
  const agent = await connect(['--all', '--url', running.baseUrl, '--profile', profileCode]);
  const body = { client: { name: 'a', version: '1' }, only: ['book-transfer.plain'] };
  const { key } = JSON.parse(await textOf(agent, 'startExam', { body })) as { key: string };
  expect(await textOf(agent, 'endExam')).toContain('exam_key_missing');
  expect(await textOf(agent, 'endExam', { 'X-Taxiway-Exam': key })).toContain('"exam"');
});

describe('a line that is not a message', () => {
  it.each([
    ['{"jsonrpc": "2.0",', -32700],
    ['{"jsonrpc": "2.0"}', -32600],
  ])('%s gets the error %i, and the server goes on', async (line, code) => {
    const { output, stdout, kill, ended, input } = startTaxiway(['mcp'], {}, { withInput: true });
    input?.write(`${line}\n`);
    await once(output, 'data');
    expect(JSON.parse(stdout())).toMatchObject({ id: null, error: { code } });
    kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

it('a sandbox that accepts and never responds ends a call at its time limit', async () => {
  const silent = createServer(() => undefined);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const control = new ControlClient({ url: `http://127.0.0.1:${port}`, limitMs: 50 });
  await expect(control.text('GET', '/health')).rejects.toThrow(/no response from http.* due to timeout/);
  silent.closeAllConnections();
  silent.close();
});
