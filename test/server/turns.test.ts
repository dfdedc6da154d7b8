import { createConnection } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeProfile } from '../control-api/control-client.ts';
import type { StateClient } from '../control-api/state-client.ts';
import { contentOf, ok, sealed, stateClient } from '../control-api/state-client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { FLIGHT_SEARCH } from './calls.ts';
import type { RawResponse } from './wire.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox({ seed: 'turns' });
const health = () => sendRaw(sandbox.baseUrl, { path: '/_sandbox/health' });
const newClient = async () => stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));

/** Counts the consecutive calls of others that return during a call. */
async function respondedDuring(call: Promise<RawResponse>): Promise<number> {
  let underway = true;
  void call.finally(() => {
    underway = false;
  });
  let responded = 0;
  while (underway) {
    await health();
    responded += 1;
  }
  return responded;
}

/** The file of a profile with many pending bookings, each due in an hour. */
async function manyBookings(client: StateClient, count: number): Promise<string> {
  await client.book(await client.price(), '?scenario=pending(reads=9,after=PT1H)');
  const file = JSON.parse(await client.export());
  const [model] = file.bookings;
  file.bookings = Array.from({ length: count }, (_, i) => {
    const id = `b${client.keys.profileCode.slice(-6).replaceAll(/[^0-9a-f]/g, '0')}${String(i).padStart(25, '0')}`;
    return {
      ...model,
      booking_id: id,
      pricing_token: `${model.pricing_token}${i}`,
      reservation: JSON.stringify({ ...JSON.parse(model.reservation), reservationId: id }),
    };
  });
  return sealed(file);
}

describe('other requests are served while', () => {
  it('a clock moves past thousands of bookings, and all of them are settled and listed', async () => {
    const client = await newClient();
    await ok(client.import(await manyBookings(client, 1200)));
    const leap = client.call('POST', `/_sandbox/profiles/${client.keys.profileCode}/clock/advance`, { by: 'PT2H' });
    expect(await respondedDuring(leap)).toBeGreaterThan(5);
    const { body } = await ok(leap);
    expect(body.dueTotal).toBeGreaterThanOrEqual(1200);
    expect(body.due).toHaveLength(1000);
    const instants = body.due.map(({ at }: { at: string }) => at);
    expect(instants).toEqual([...instants].sort());
    const { bookings } = JSON.parse(await client.export());
    expect(bookings.filter(({ status }: { status: string }) => status !== 'completed')).toEqual([]);
  });

  it('a large profile is exported and imported, with the output of JSON.stringify', async () => {
    const client = await newClient();
    const file = await manyBookings(client, 1200);
    const upload = client.import(file);
    expect(await respondedDuring(upload)).toBeGreaterThan(5);
    expect((await ok(upload)).body.imported).toMatchObject({ bookings: 1200 });
    const download = client.call('GET', `/_sandbox/profiles/${client.keys.profileCode}/export`);
    expect(await respondedDuring(download)).toBeGreaterThan(2);
    const { text, headers } = await ok(download);
    expect(text).toBe(sealed(JSON.parse(text)));
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(contentOf(text)).toEqual(contentOf(file));
  });

  it('a client sends hundreds of searches at once, and gets the responses in order', async () => {
    const { hostname, port } = new URL(sandbox.baseUrl);
    const body = JSON.stringify(FLIGHT_SEARCH);
    const head = Object.entries(sandbox.sandbox.headers())
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const one =
      `POST /v1/flights/search HTTP/1.1\r\nhost: ${hostname}\r\n${head}content-type: ` +
      `application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const socket = createConnection(Number(port), hostname, () => socket.write(one.repeat(300)));
    const chunks: Buffer[] = [];
    let responded = 0;
    const all = new Promise<void>((resolve) =>
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        responded += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
        if (responded >= 300) resolve();
      }),
    );
    await new Promise((resolve) => socket.once('data', resolve));
    await health();
    expect(responded).toBeLessThan(60);
    await all;
    socket.destroy();
    const ids = [
      ...Buffer.concat(chunks)
        .toString()
        .matchAll(/"searchId":"(\w+)"/g),
    ].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('a document is rendered once for many requests with different addresses', async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);
  const texts = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const headers = { 'X-Forwarded-Host': `host-${i}.example` };
      return (await sendRaw(sandbox.baseUrl, { path: '/_sandbox/openapi.yaml', headers })).text;
    }),
  );
  process.off('worker', count);
  expect(new Set(texts).size).toBe(20);
  expect(new Set(texts.map((text) => text.replace(/host-\d+\.example/, ''))).size).toBe(1);
  expect(threads).toBe(1);
});
