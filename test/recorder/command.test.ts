import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { colourless } from '../../src/check/report/terminal.ts';
import { renderExchange } from '../../src/recorder/command.ts';
import { run } from '../cli/run-command.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { closeAll, startRecorder, startServer } from './recorders.ts';

afterAll(closeAll);
afterEach(() => vi.restoreAllMocks());

const folder = temporaryFolder();

describe('the command', () => {
  it('records until a signal, and then writes and prints the verdicts', async () => {
    const upstream = await startServer((_, res) => res.end('{"liveMode":false,"searchId":7}'));
    const [said, printed] = [listenTo('stderr'), listenTo('stdout')];
    const before = process.listeners('SIGINT');
    const [out, json] = [join(folder, 'run.har'), join(folder, 'run.json')];
    const ended = run(
      'record',
      { upstream, port: '0', out, jsonFile: json, scenario: 'book:502', strict: true, color: false },
      '1.0.0',
    );
    await vi.waitFor(() => expect(said()).toContain('taxiway 1.0.0 records'), 20_000);
    const [, url = ''] = / at (\S+) /.exec(said()) ?? [];
    await fetch(`${url}/search`, { method: 'POST', headers: { Authorization: 'Bearer sk_very_secret' }, body: '{}' });
    for (const listener of process.listeners('SIGINT')) if (!before.includes(listener)) listener('SIGINT');
    expect(await ended).toBe(1);
    expect(printed()).toContain('1 of 1 response differs from openapi.yaml');
    expect(printed()).toMatch(/BROKEN: \d+ rule/);
    expect(readFileSync(out, 'utf8')).not.toContain('very_secret');
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ recording: { calls: 1, origins: [upstream] } });
  });

  it.each([
    [{ scenario: 'pending' }, '--scenario: "pending" acts inside the service'],
    [{ out: join(folder, 'here.har'), port: '99999' }, '--port is "99999": expected a whole number'],
    [{ ca: join(folder, 'missing.pem') }, 'the file of --ca cannot be read'],
    [{ host: '203.0.113.7', adminToken: 'a-token-of-some-length' }, 'cannot listen on 203.0.113.7'],
    [{ baseline: join(folder, 'missing.json') }, 'missing.json'],
  ])('explains the fault of %j', async (flags, message) => {
    const said = listenTo('stderr');
    expect(await run('record', { upstream: 'http://127.0.0.1:9', port: '0', ...flags })).toBe(2);
    expect(said()).toContain(message);
    expect(existsSync(join(folder, 'here.har'))).toBe(false);
  });

  it.each(['127.0.0.1', 'localhost', '0.0.0.0'])('refuses itself as its upstream, as %s', async (host) => {
    const said = listenTo('stderr');
    const port = await freePort();
    expect(await run('record', { upstream: `http://${host}:${port}`, port })).toBe(2);
    expect(said()).toContain('is the recorder itself; pass another --port');
  });

  it('prints a line for each request, with the broken rules', async () => {
    const lines: string[] = [];
    const upstream = await startServer((_, res) => res.end('{}'));
    const { url, recorder } = await startRecorder(upstream, {
      observe: (exchange, findings) => lines.push(renderExchange(exchange, findings, colourless)),
    });
    await fetch(`${url}/search`, { method: 'POST', body: '{}' });
    await fetch(`${url}/book?scenario=dropped`, { method: 'POST', body: '{}' }).catch(() => null);
    await recorder.judged();
    expect(lines[0]).toMatch(/^1 POST \/search → 200, \d+ ms {2}warn service\.developer-profile/);
    expect(lines[1]).toMatch(/^2 POST \/book → the scenario dropped, \d+ ms {2}dropped/);
  });
});

function listenTo(stream: 'stdout' | 'stderr'): () => string {
  let text = '';
  const take = (...parts: unknown[]): boolean => {
    text += `${parts.join(' ')}\n`;
    return true;
  };
  if (stream === 'stderr') vi.spyOn(console, 'error').mockImplementation(take);
  else vi.spyOn(process.stdout, 'write').mockImplementation((piece) => take(piece));
  return () => text;
}

async function freePort(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
