import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { recordTaxiway } from '../cli/taxiway.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import type { Odd } from './odd-bytes.ts';
import { oddRequests, oddResponses } from './odd-bytes.ts';

const COUNT = 2500;
const CLIENTS = 20;
/** After so many milliseconds, a side gives up. */
const MOST_WAIT_MS = 300;
const closing: (() => void)[] = [];
afterAll(() => closing.forEach((close) => close()));

describe('taxiway record', () => {
  it('survives odd requests, records each one that reached the upstream, and forwards no smuggled one', async () => {
    const upstream = await openUpstream(() => ({ text: OK, cutAt: 0, end: 'waits' }));
    const { url, stop } = await start(upstream.url);
    await inParallel(oddRequests(COUNT, 27), (odd) => call(url, odd));
    const recorded = await stop();
    expect(upstream.garbage).toEqual([]);
    expect(upstream.requests.length).toBeGreaterThan(COUNT / 4);
    expect(unrecorded(upstream.requests, recorded)).toEqual([]);
  });

  it('survives odd responses, and records each call that reached the upstream', async () => {
    const responses = oddResponses(COUNT, 28);
    const upstream = await openUpstream((target) => responses[Number(/n=(\d+)/.exec(target)?.[1])]);
    const { url, stop } = await start(upstream.url);
    await inParallel([...responses.keys()], (n) => {
      const scenario = n % 3 > 0 ? '' : `scenario=${SCENARIOS[(n / 3) % SCENARIOS.length]}&`;
      const method = ['POST', 'GET', 'HEAD', 'PUT'][n % 7] ?? 'POST';
      const head = `${method} /v1/transfers/book?${scenario}n=${n} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`;
      return call(url, { text: head, cutAt: 0, end: 'waits' });
    });
    const recorded = await stop();
    expect(upstream.requests).toHaveLength(COUNT);
    expect(unrecorded(upstream.requests, recorded)).toEqual([]);
    expect(recorded).toHaveLength(COUNT);
  });
});

const SCENARIOS = ['truncated-body', 'malformed-body', '502-after-commit', 'dropped-after-commit'];
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** Starts the recorder; `stop` ends it, and returns the targets that it recorded. */
async function start(upstream: string): Promise<{ url: string; stop: () => Promise<string[]> }> {
  const out = join(temporaryFolder(), 'run.ndjson');
  const recorder = await recordTaxiway(upstream, ['--out', out, '--no-color', '--quiet']);
  const stop = async (): Promise<string[]> => {
    expect(await fetch(`${recorder.baseUrl}/_sandbox`).then(({ status }) => status)).toBe(200);
    recorder.kill('SIGINT');
    const code = await recorder.ended;
    expect([code, recorder.stdout(), recorder.stderr()]).toEqual([
      expect.any(Number),
      expect.not.stringMatching(/not recorded|cut off|itself failed/),
      expect.not.stringMatching(/not recorded|failed|^ +at /m),
    ]);
    const [, ...lines] = readFileSync(out, 'utf8').trimEnd().split('\n');
    return lines.map((line) => keyOf((JSON.parse(line) as { path: string }).path));
  };
  return { url: recorder.baseUrl, stop };
}

/** Sends something on a connection of its own. Resolved with its end. */
async function call(url: string, odd: Odd): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const responded = new Promise((resolve) => socket.once('data', resolve)).then(() => wait(20));
  socket.on('error', () => undefined);
  await say(socket, odd);
  await Promise.race([closed, odd.end === 'waits' ? responded : closed, wait(MOST_WAIT_MS)]);
  socket.destroy();
  await closed;
}

async function say(socket: Socket, { text, cutAt, end }: Odd): Promise<void> {
  const bytes = Buffer.from(text, 'latin1');
  socket.write(bytes.subarray(0, cutAt));
  if (cutAt > 0) await wait(2);
  socket.write(bytes.subarray(cutAt), () => {
    if (end === 'ends') socket.end();
    if (end === 'leaves') socket.destroy();
  });
}

/** Reads requests by the letter: each one is in `requests` with its head, and what is none is in `garbage`. */
async function openUpstream(respond: (target: string) => Odd) {
  const requests: string[] = [];
  const garbage: string[] = [];
  const server = createServer((socket) => {
    let text = '';
    let awaited: { target: string; read: (text: string) => number } | null = null;
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      for (;;) {
        if (!awaited) {
          const end = text.indexOf('\r\n\r\n');
          if (end === -1) return;
          const head = text.slice(0, end);
          text = text.slice(end + 4);
          awaited = beginRequest(head);
          if (!awaited) return void garbage.push(head);
          requests.push(keyOf(awaited.target));
          if (/\r\nexpect: 100/i.test(head)) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        }
        const length = awaited.read(text);
        if (length === -1) return;
        text = text.slice(length);
        const odd = respond(awaited.target);
        void say(socket, odd);
        // A side that sends less than it promised ends the connection then.
        if (odd.end === 'waits' && odd.text !== OK) setTimeout(() => socket.destroy(), MOST_WAIT_MS / 10);
        awaited = null;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, garbage };
}

function beginRequest(head: string): { target: string; read: (text: string) => number } | null {
  const [line = '', ...headers] = head.split('\r\n');
  const [, target = ''] = /^[A-Z-]+ (\S+) HTTP\/1\.1$/.exec(line) ?? [];
  const lengths = headers.filter((header) => /^content-length:/i.test(header));
  const isChunked = headers.some((header) => /^transfer-encoding: *chunked$/i.test(header));
  if (target === '' || lengths.length + Number(isChunked) > 1) return null;
  if (!isChunked) {
    const length = Number(/\d+/.exec(lengths[0] ?? '0')?.[0]);
    return { target, read: (text) => (text.length < length ? -1 : length) };
  }
  return { target, read: chunksIn };
}

/** The length of a body in chunks; -1 as long as it has no end. */
function chunksIn(text: string): number {
  for (let at = 0; ;) {
    const [line, size = ''] = /^([\da-f]+)\r\n/i.exec(text.slice(at)) ?? [];
    if (line === undefined) return -1;
    at += line.length;
    if (Number(`0x${size}`) > 0) at += Number(`0x${size}`) + 2;
    else {
      const end = /^(?:[^\r\n]+\r\n)*\r\n/.exec(text.slice(at));
      return end ? at + end[0].length : -1;
    }
  }
}

function keyOf(target: string): string {
  return /[mn]=\d+/.exec(target)?.[0] ?? target;
}

/** Returns the entries that are more frequent in the first list than in the second. */
function unrecorded(requests: readonly string[], recorded: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of recorded) counts.set(one, (counts.get(one) ?? 0) + 1);
  return requests.filter((one) => {
    const left = (counts.get(one) ?? 0) - 1;
    counts.set(one, left);
    return left < 0;
  });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
