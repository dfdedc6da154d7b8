import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import type { JournaledExchange } from '../../src/store/journal.ts';
import { brokenIn, verdictsIn } from '../check/judge/support/verdicts-in.ts';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { pricingRequest, transferClient } from '../transfers/transfer-client.ts';
import { control, headersOf } from './control-client.ts';
import { journalClient } from './journal-client.ts';

const sandbox = useSandbox();
let keys: KeyPair;

beforeEach(async () => {
  keys = await sandbox.sandbox.addProfile();
});

const ask = (query: string) =>
  sendRaw(sandbox.baseUrl, { path: `/reservations/details?${query}`, headers: headersOf(keys) });
const file = () =>
  control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/journal.ndjson`, { headers: headersOf(keys) });
const lines = async () => (await file()).text.split('\n').map((line) => (line === '' ? null : JSON.parse(line)));

describe('the journal as lines of JSON', () => {
  it('begins with a header line and has one exchange on each further line', async () => {
    await ask('searchId=1');
    await ask('searchId=2');
    const [head, first, second, rest] = await lines();
    expect(head).toEqual({ taxiway: 'journal', version: 1, profileCode: keys.profileCode, gap: null });
    expect([first.sequence, first.path, first.overlapped]).toEqual([1, '/reservations/details?searchId=1', 0]);
    expect(second).toMatchObject({ sequence: 2, at: sandbox.clock.now() } satisfies Partial<JournaledExchange>);
    expect(JSON.parse(second.response.body)).toMatchObject({ code: 'invalid_request' });
    expect(rest).toBeNull();
  });

  it('is a download, without exchanges for a profile without calls', async () => {
    const { headers, text } = await file();
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/x-ndjson; charset=utf-8',
      `attachment; filename="taxiway-journal-${keys.profileCode}.ndjson"`,
    ]);
    expect(text.split('\n')).toHaveLength(2);
  });

  it('states if it does not begin with the first exchange', async () => {
    await Promise.all(Array.from({ length: 1010 }, (_, i) => ask(`searchId=${i}`)));
    const [head, first] = await lines();
    const { dropped } = await journalClient(sandbox.baseUrl, keys).list({ limit: 1 });
    expect(head.gap).toBe(`the journal no longer has ${dropped.exchanges} older exchanges of the profile`);
    expect(first.sequence).toBe(dropped.exchanges + 1);
  });

  it('breaks no rule for an id from before a reset, as with the live judge', async () => {
    const client = transferClient(sandbox, { keys });
    const { search, offer } = await client.priced();
    await control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/reset`, { headers: headersOf(keys) });
    expect((await sandbox.post('/pricing', pricingRequest(search, offer), { keys })).status).toBe(400);
    const { text } = await file();
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ gap: null, knownBefore: expect.any(String) });
    expect(brokenIn(await verdictsIn(text))).toEqual([]);
    const without = text.replace(/,"knownBefore":"[^"]*"/, '');
    expect(brokenIn(await verdictsIn(without))).toContain('transfer.identifiers.search-id');
  });

  it('keeps overlaps across an export and an import', async () => {
    const slow = ask('searchId=1&scenario=slow(delay=PT0.3S)');
    await expect.poll(() => ask('searchId=2').then(({ status }) => status)).toBe(400);
    await slow;
    const journal = journalClient(sandbox.baseUrl, keys);
    const before = (await journal.exchanges()).map(({ overlapped }) => overlapped);
    expect(before).toContain(1);
    const path = `/profiles/${keys.profileCode}`;
    const exported = await control(sandbox.baseUrl, 'GET', `${path}/export`, { headers: headersOf(keys) });
    await control(sandbox.baseUrl, 'POST', `${path}/reset`, { headers: headersOf(keys) });
    const imported = await control(sandbox.baseUrl, 'POST', `${path}/import`, {
      headers: headersOf(keys),
      body: exported.body,
    });
    expect(imported.status).toBe(200);
    expect((await journal.exchanges()).map(({ overlapped }) => overlapped)).toEqual(before);
  });
});
