import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { demoKeys } from '../src/profiles/demo-keys.ts';
import type { MeasuredServer } from './measured-server.ts';
import { startServer } from './measured-server.ts';
import { bookBodies, demoHeaders, newSearchBodies, oneSearchBody, post } from './requests.ts';
import { scaled } from './scaled.ts';
import type { Turns, TurnsOrder } from './servers/turns.ts';

/**
 * The longest turn of the event loop under loads that could keep everyone else waiting, as CPU time of the loop's
 * thread, and the longest time that a call of another profile took meanwhile. Each load meets a server of its own.
 * `scale` is the share of the amounts that the titles name.
 */
export async function measureTurns(only = '', scale = 1): Promise<void> {
  const rows: Record<string, object> = {};
  for (const [title, load] of Object.entries(LOADS)) {
    if (!title.includes(only)) continue;
    const folder = mkdtempSync(join(tmpdir(), 'taxiway-turns-'));
    const server = await startServer('turns', ...(title.endsWith(IN_FILE) ? [join(folder, 'store.db')] : []));
    const { longestMs, longestWithoutCollectionMs, turns, othersMs } = await load(server, scale);
    await server.stop();
    rmSync(folder, { recursive: true });
    rows[title] = {
      'longest turn, ms': Number(longestMs.toFixed(1)),
      'without a major collection': Number(longestWithoutCollectionMs.toFixed(1)),
      [`under ${BOUND_MS} ms`]: longestMs < BOUND_MS ? 'yes' : 'NO',
      turns,
      'longest call of another profile, ms': othersMs === undefined ? '' : Math.round(othersMs),
    };
  }
  console.log('longest turn of the event loop, CPU time of its thread');
  console.table(rows);
}

type Load = (server: MeasuredServer, scale: number) => Promise<Turns & { othersMs?: number }>;

/** Ends the title of a load that meets a server with a store file. */
const IN_FILE = ', store file';

const LOADS: Record<string, Load> = {
  'purge, 2,000 profiles with clocks of their own': purge,
  'import, 28 MB': (server, scale) => importBack(server, 1, 28, scale),
  'import, 60 MB': (server, scale) => importBack(server, 1, 60, scale),
  'import, 28 MB, store file': (server, scale) => importBack(server, 1, 28, scale),
  'import, 60 MB, store file': (server, scale) => importBack(server, 1, 60, scale),
  'import, eight of 28 MB at once': (server, scale) => importBack(server, 8, 28, scale),
  'export, 49 MB': exportLarge,
  'export, 49 MB, store file': exportLarge,
  'advance, 90,000 due bookings': advance,
  'reset of a profile of 60 MB': reset,
  'reset of a profile of 60 MB, store file': reset,
  'removal of a profile of 60 MB': removal,
  'removal of a profile of 60 MB, store file': removal,
  'journal, first look at 1,000 exchanges': journal,
  '5,000 pipelined searches': (server, scale) => pipelined(server, scaled(5000, scale), newSearchBodies()),
  '5,000 pipelined searches, the same': (server, scale) => pipelined(server, scaled(5000, scale), oneSearchBody()),
  'last name of 0.9 MB': lastName,
  'documents, each ten times': documents,
  'first faulty request': (server) => firstFaulty(server, 0),
  'faulty request two seconds after the start': (server) => firstFaulty(server, 2000),
};

async function purge(server: MeasuredServer, scale: number): Promise<Turns> {
  for (let made = 0; made < 2000 * scale; made += 20) {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { credential } = await control<{ credential: typeof demoKeys }>(server, 'POST', 'profiles', '{}');
        await call(server, 'POST', `/_sandbox/profiles/${credential.profileCode}/clock/advance`, '{"by":"PT1H"}');
        const headers = {
          ...demoHeaders,
          authorization: `Bearer ${credential.secretKey}`,
          'x-service-id': `${credential.publicKey}:${credential.profileCode}`,
        };
        for (let i = 0; i < 3; i++)
          await fetch(`${server.baseUrl}/v1/flights/search`, { method: 'POST', headers, body: oneSearchBody()() }).then(
            (response) => response.text(),
          );
      }),
    );
  }
  return during(server, () => wait(5000));
}

async function importBack(server: MeasuredServer, profiles: number, megabytes: number, scale: number) {
  const files: { path: string; file: string }[] = [];
  for (let i = 0; i < profiles; i++) {
    const path = await filledProfile(server, megabytes * scale);
    files.push({ path, file: await call(server, 'GET', `${path}/export`) });
  }
  return nextToAnother(server, scale, () =>
    Promise.all(files.map(({ path, file }) => call(server, 'POST', `${path}/import`, file))),
  );
}

async function exportLarge(server: MeasuredServer, scale: number) {
  const path = await filledProfile(server, 49 * scale);
  return nextToAnother(server, scale, () => call(server, 'GET', `${path}/export`));
}

async function reset(server: MeasuredServer, scale: number) {
  const path = await filledProfile(server, 60 * scale);
  return nextToAnother(server, scale, () => call(server, 'POST', `${path}/reset`));
}

async function removal(server: MeasuredServer, scale: number) {
  const path = await filledProfile(server, 60 * scale);
  return nextToAnother(server, scale, () => call(server, 'DELETE', path));
}

/** Adds a profile whose export has so many megabytes; returns its path. */
async function filledProfile(server: MeasuredServer, megabytes: number): Promise<string> {
  const { credential } = await control<{ credential: typeof demoKeys }>(server, 'POST', 'profiles', '{}');
  await fillProfile(server, credential.profileCode, (megabytes * 1e6) / ROW_BYTES);
  return `/_sandbox/profiles/${credential.profileCode}`;
}

/** The demo profile searches, one call after the other, until what the load left to be removed is gone, too. */
async function nextToAnother(server: MeasuredServer, scale: number, load: () => Promise<unknown>) {
  const next = oneSearchBody();
  let [isOver, othersMs] = [false, 0];
  const searching = async () => {
    while (!isOver) {
      const began = performance.now();
      await post(server.baseUrl, '/v1/flights/search', JSON.parse(next()));
      othersMs = Math.max(othersMs, performance.now() - began);
    }
  };
  const turns = await during(server, async () => {
    const searches = searching();
    await load();
    await wait(scaled(2000, scale));
    isOver = true;
    await searches;
  });
  return { ...turns, othersMs };
}

async function advance(server: MeasuredServer, scale: number): Promise<Turns> {
  await fillProfile(server, demoKeys.profileCode, 90_000 * scale);
  return during(server, () =>
    call(server, 'POST', `/_sandbox/profiles/${demoKeys.profileCode}/clock/advance`, '{"by":"PT1H"}'),
  );
}

async function journal(server: MeasuredServer, scale: number): Promise<Turns> {
  const next = oneSearchBody();
  for (let i = 0; i < 1000 * scale; i++) await post(server.baseUrl, '/v1/flights/search', JSON.parse(next()));
  return during(server, () => call(server, 'GET', `/_sandbox/profiles/${demoKeys.profileCode}/journal`));
}

async function pipelined(server: MeasuredServer, amount: number, next: () => string): Promise<Turns> {
  const { hostname, port } = new URL(server.baseUrl);
  const head = Object.entries(demoHeaders)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const all = Buffer.from(
    Array.from({ length: amount }, next)
      .map(
        (body) =>
          `POST /v1/flights/search HTTP/1.1\r\nhost: ${hostname}\r\n${head}content-length: ` +
          `${body.length}\r\n\r\n${body}`,
      )
      .join(''),
  );
  // The first search of a process compiles what all later ones use.
  await post(server.baseUrl, '/v1/flights/search', JSON.parse(next()));
  return during(
    server,
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = createConnection(Number(port), hostname, () => socket.write(all));
        let responded = 0;
        let rest = '';
        socket.on('data', (chunk) => {
          const text = rest + chunk.toString('latin1');
          responded += text.split('HTTP/1.1 200').length - 1;
          rest = text.slice(-11);
          if (responded === amount) socket.end(() => resolve());
        });
        socket.once('error', reject);
        socket.once('close', () => reject(new Error(`the connection ended after ${responded} of ${amount} responses`)));
      }),
  );
}

async function lastName(server: MeasuredServer): Promise<Turns> {
  const body = JSON.parse((await bookBodies(server.baseUrl, 1))()) as { traveller: object };
  await call(server, 'POST', '/book', '{}', demoHeaders, 400);
  const names = [
    'a'.repeat(900_000),
    'a,'.repeat(450_000),
    'pending,'.repeat(112_000),
    `pending(${'a=1,'.repeat(225_000)}a=1)`,
    ' '.repeat(900_000),
  ];
  return during(server, async () => {
    for (const name of names) {
      for (const traveller of [
        { firstName: 'Scenario', lastName: name },
        { firstName: `${name} scenario`, lastName: 'x' },
      ]) {
        await call(
          server,
          'POST',
          '/book',
          JSON.stringify({ ...body, traveller: { ...body.traveller, ...traveller } }),
          demoHeaders,
          400,
        );
      }
    }
  });
}

async function documents(server: MeasuredServer): Promise<Turns> {
  return during(server, async () => {
    for (const name of ['openapi', 'interface', 'control-api']) {
      for (const form of ['yaml', 'json'])
        await Promise.all(Array.from({ length: 10 }, () => call(server, 'GET', `/_sandbox/${name}.${form}`)));
    }
    await call(server, 'GET', '/');
  });
}

async function firstFaulty(server: MeasuredServer, afterMs: number): Promise<Turns> {
  await wait(afterMs);
  return during(server, () => call(server, 'POST', '/v1/flights/search', '{"slices":5}', demoHeaders, 400));
}

async function during(server: MeasuredServer, load: () => Promise<unknown>): Promise<Turns> {
  await order(server, { watch: true });
  await load();
  return order(server, { watch: false });
}

/** Copies one real booking, of some 3 kB. */
async function fillProfile(server: MeasuredServer, profileCode: string, copies: number): Promise<void> {
  const booked = await post<{ reservations: { reservationId: string }[] }>(
    server.baseUrl,
    '/book',
    JSON.parse((await bookBodies(server.baseUrl, 1))()),
  );
  await order(server, {
    fill: { profileCode, bookingId: booked.reservations[0].reservationId, copies: Math.round(copies) },
  });
}

function order(server: MeasuredServer, given: TurnsOrder): Promise<Turns> {
  return server.ask(given);
}

async function control<T>(server: MeasuredServer, method: string, path: string, body?: string): Promise<T> {
  return JSON.parse(await call(server, method, `/_sandbox/${path}`, body)) as T;
}

/** On a connection of its own: one that was idle may be closed by the server just when a large file is sent. */
async function call(
  { baseUrl }: MeasuredServer,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
  expected?: number,
): Promise<string> {
  const sent = request(baseUrl + path, {
    agent: false,
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const received = await text(response);
  const { statusCode = 0 } = response;
  if (expected === undefined ? statusCode >= 300 : statusCode !== expected)
    throw new Error(`${method} ${path} returned ${statusCode}: ${received.slice(0, 500)}`);
  return received;
}

const BOUND_MS = 50;
/** Of one booking in an export. */
const ROW_BYTES = 3000;
