import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { makeProfile } from './control-client.ts';
import { journalClient } from './journal-client.ts';
import { stateClient } from './state-client.ts';

const sandbox = useSandbox();

async function newClient() {
  const keys = await makeProfile(sandbox.baseUrl);
  return { ...stateClient(sandbox.baseUrl, keys), journal: journalClient(sandbox.baseUrl, keys) };
}

describe('the outcome of an exchange', () => {
  it.each([
    ['', 'ok', '200 completed'],
    ['?scenario=pending', 'pending', '200 pending'],
    ['?scenario=failed', 'failed', '200 failed: supplier_rejected'],
    ['?scenario=unknown-status', 'pending', expect.stringMatching(/^200 [a-z_]+$/)],
    ['?scenario=expired-token', 'failed', '200 failed: token_expired'],
    ['?scenario=nonsense', 'refused', '400 unknown_scenario'],
    ['?scenario=502', 'error', '502 upstream_failed'],
    ['?scenario=malformed-body', 'error', '200 with a body that is not JSON'],
    ['?scenario=truncated-body', 'lost', '200 cut off halfway'],
    ['?scenario=dropped', 'lost', 'connection reset'],
  ])('the outcome of a booking with "%s" is the meaning of its response', async (query, kind, text) => {
    const client = await newClient();
    await client.call('POST', `/book${query}`, await client.price()).catch(() => undefined);
    const [found, ...none] = await client.journal.exchanges({ operation: 'book' });
    expect([found?.outcome, none]).toEqual([{ kind, text }, []]);
    expect(await client.journal.exchanges({ operation: 'bookTransfer', outcome: kind })).toEqual([found]);
  });

  it('distinguishes an empty search from one with offers', async () => {
    const client = await newClient();
    await client.call('POST', '/v1/flights/search?scenario=no-offers', FLIGHT_SEARCH);
    expect((await client.journal.newest()).outcome).toEqual({ kind: 'ok', text: '200 no offers' });
  });

  it("is in the list, the exchange, the stream and the lines of JSON, with the operation's name", async () => {
    const client = await newClient();
    await client.book(await client.price(), '?scenario=failed');
    const wanted = { operation: 'book', outcome: { kind: 'failed', text: '200 failed: supplier_rejected' } };
    expect((await client.journal.list({ limit: 1 })).exchanges[0]).toMatchObject(wanted);
    expect(await client.journal.newest()).toMatchObject(wanted);
    const stream = await client.journal.stream({ after: 2 });
    await stream.until(1);
    stream.close();
    expect(stream.events[0]?.data).toMatchObject(wanted);
    const { text } = await client.call('GET', `/_sandbox/profiles/${client.keys.profileCode}/journal.ndjson`);
    expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject(wanted);
  });

  it('is derived from the responses of an imported file, without real times', async () => {
    const client = await newClient();
    await client.book(await client.price(), '?scenario=failed');
    const before = await client.journal.exchanges();
    const file = await client.export();
    expect(file).not.toMatch(/realTime|durationMs|outcome/);
    expect((await client.import(file)).status).toBe(200);
    const without = { realTime: null, durationMs: null, verdicts: [] };
    expect(await client.journal.exchanges()).toEqual(before.map((exchange) => ({ ...exchange, ...without })));
    expect(await client.export()).toBe(file);
  });
});

describe('the real time of an exchange', () => {
  it("is that of the machine, regardless of the profile's clock", async () => {
    const own = await startSandbox(
      { seed: 'real', now: NOW, log: 'silent' },
      {
        service: (service) =>
          (service.realTime = { now: () => Date.parse('2031-05-01'), stopwatch: () => () => 12.345 }),
      },
    );
    const baseUrl = await own.listen();
    await sendRaw(baseUrl, { path: '/reservations/details', headers: own.headers() });
    const [found] = await journalClient(baseUrl, own.demoKeys).exchanges();
    expect(found).toMatchObject({ at: NOW, realTime: '2031-05-01T00:00:00.000Z', durationMs: 12.35 });
    await own.close();
  });

  it('is not in the export of a profile', async () => {
    const files = await Promise.all([1, 2].map(() => exportedFile()));
    expect(files[0]).toBe(files[1]);
  });
});

async function exportedFile(): Promise<string> {
  const own = await createSandbox({ seed: 'twice', now: NOW, log: 'silent' });
  const client = stateClient(await own.listen(), own.demoKeys);
  const path = '/reservations/details';
  await sendRaw(await own.listen(), { path, headers: { ...own.headers(), Host: 'localhost' } });
  const { journal } = JSON.parse(await client.export());
  await own.close();
  return JSON.stringify(journal);
}
