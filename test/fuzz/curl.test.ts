import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { present } from '../support/present.ts';
import type { WireRequest } from './call.ts';
import { toCurl } from './curl.ts';

const noted: { method?: string; target?: string; headers: Record<string, unknown>; body: Buffer }[] = [];
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    noted.push({ method: req.method, target: req.url, headers: req.headers, body: Buffer.concat(chunks) });
    res.end();
  });
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

it.each<[what: string, request: WireRequest]>([
  [
    'plain JSON',
    {
      method: 'POST',
      target: '/search?a=1&b',
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from('{"a":"it\'s $HOME `id`"}'),
    },
  ],
  [
    'NUL and bytes that are not UTF-8',
    {
      method: 'PUT',
      target: '/x',
      headers: [['Content-Type', 'x']],
      body: Buffer.from([0, 1, 0xff, 0x27, 0x5c, 0x25]),
    },
  ],
  [
    'control characters and an at sign',
    {
      method: 'POST',
      target: "/..//{a}[1]?q=$(id)'",
      headers: [
        ['X-Odd', 'é \t$(id)'],
        ['X-Empty', ''],
      ],
      body: Buffer.from('@/etc/hostname\t\u202e\n'),
    },
  ],
  ['no content type', { method: 'POST', target: '/x', headers: [], body: Buffer.from('{}') }],
  ['no body', { method: 'DELETE', target: '/x', headers: [['Accept', '']], body: undefined }],
])('a curl line sends the same bytes: %s', async (_what, { method, target, headers, body }) => {
  const { port } = server.address() as AddressInfo;
  await promisify(execFile)('bash', ['-c', toCurl(`http://127.0.0.1:${port}`, { method, target, headers, body })]);
  const own = Object.fromEntries(
    headers.map(([name, value]) => [name.toLowerCase(), Buffer.from(value.trim(), 'latin1').toString('latin1')]),
  );
  const { host: _, 'content-length': length, connection: __, ...seen } = present(noted.at(-1)).headers;
  expect(noted.at(-1)).toMatchObject({ method, target, body: body ?? Buffer.alloc(0) });
  expect([seen, length]).toEqual([own, body && String(body.length)]);
});
