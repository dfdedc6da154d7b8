import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { isAddressOf, listOperations } from '../../../src/interface/openapi/operations.ts';

// Turns a client into an agent: preloaded, it makes each `fetch` of the client a call of a tool of `taxiway mcp
// --service`. The tool of an operation gets path, query and body as arguments.
const agent = new Client({ name: 'a scripted agent', version: '1.0.0' });
const own = new StdioClientTransport({
  command: process.execPath,
  args: [fileURLToPath(new URL('../../../package/run.cjs', import.meta.url)), 'mcp', '--service'],
  env: Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ''])),
});
await agent.connect(own);
const operations = listOperations(await loadSpec());

globalThis.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const method = init.method ?? 'GET';
  const operation = operations.find((one) => isAddressOf(one, { method, path: url.pathname }));
  if (!operation) throw new Error(`no tool for ${method} ${url.pathname}`);
  const body = typeof init.body === 'string' ? { body: JSON.parse(init.body) as unknown } : {};
  const request = { name: operation.operationId, arguments: { ...argumentsIn(operation.path, url), ...body } };
  const called = agent.callTool(request, undefined, init.signal ? { signal: init.signal } : {});
  const { content, isError } = await called.catch((error: unknown) => {
    throw init.signal?.aborted ? init.signal.reason : error;
  });
  const [{ text: shown }] = content as [{ text: string }];
  // A long result is in a file.
  const [, whole] = /^\d+ characters; the first \d+ follow, (\S+) has all/.exec(shown) ?? [];
  const text = whole === undefined ? shown : readFileSync(whole, 'utf8');
  if (isError) throw new TypeError(text);
  const [, status, wait, rest] = /^(\d+)(?: \(Retry-After: (.*)\))?\n([^]*)$/.exec(text) ?? [];
  return new Response(rest, { status: Number(status), headers: wait === undefined ? {} : { 'Retry-After': wait } });
};

function argumentsIn(path: string, { pathname, searchParams }: URL): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const values = new RegExp(`${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1) ?? [];
  const inPath = names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]);
  return Object.fromEntries([...inPath, ...searchParams]) as Record<string, string>;
}
