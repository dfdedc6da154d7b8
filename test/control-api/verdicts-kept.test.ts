import { describe, expect, it } from 'vitest';
import { assertKeepsTheRules } from '../../src/fixture/keep-the-rules.ts';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN } from '../transfers/transfer-client.ts';
import { control, headersOf } from './control-client.ts';
import { bookUnpriced, verdictsOfEach } from './many-profiles.ts';
import { stateClient } from './state-client.ts';
import { verdictsOn } from './verdicts-client.ts';

describe('the verdicts on a profile', () => {
  const sandbox = useSandbox();

  it('stay unchanged while 230 other profiles make calls', async () => {
    expect(await verdictsOfEach(sandbox, 230)).toEqual(new Set(['broken']));
  });
});

describe('the verdicts of a sandbox that starts again on its store', () => {
  it('are the same as before, for calls before and after the restart', async () => {
    const store = temporaryFile();
    const [keys, idle] = await withSandbox(store, async (sandbox, baseUrl) => {
      const pairs = [await sandbox.addProfile(), await sandbox.addProfile()] as const;
      await bookUnpriced(baseUrl, pairs[0]);
      return pairs;
    });
    await withSandbox(store, async (sandbox, baseUrl) => {
      const { unjudged, gap, verdicts } = await verdictsOn(baseUrl, keys);
      expect([unjudged, gap]).toEqual([null, null]);
      expect(verdicts.summary.broken).toBeGreaterThan(0);
      await searchTransfers(baseUrl, keys);
      const { profileCode } = keys;
      await expect(assertKeepsTheRules(sandbox, { profileCode })).rejects.toThrow(/^the client broke/);
      await searchTransfers(baseUrl, idle);
      await assertKeepsTheRules(sandbox, { profileCode: idle.profileCode });
      await control(baseUrl, 'POST', `/profiles/${profileCode}/reset`, { headers: headersOf(keys) });
      await searchTransfers(baseUrl, keys);
      await assertKeepsTheRules(sandbox, { profileCode });
    });
  });

  it('report exchanges dropped before their first read, and keep earlier results', async () => {
    const store = temporaryFile();
    const [keys, counts] = await withSandbox(store, async (sandbox, baseUrl) => {
      const pair = await sandbox.addProfile();
      await bookUnpriced(baseUrl, pair);
      await Promise.all(Array.from({ length: 1100 }, () => readNothing(baseUrl, pair)));
      const { verdicts, unjudged, gap } = await verdictsOn(baseUrl, pair);
      expect([unjudged, gap, verdicts.exchanges]).toEqual([null, null, 1101]);
      return [pair, verdicts.summary] as const;
    });
    await withSandbox(store, async (_sandbox, baseUrl) => {
      const { verdicts, unjudged } = await verdictsOn(baseUrl, keys);
      expect(unjudged).toMatch(/^the journal no longer has \d+ older exchanges of the profile; reset the profile/);
      expect(verdicts.exchanges).toBeLessThanOrEqual(1000);
      expect(verdicts.summary).not.toEqual(counts);
      await control(baseUrl, 'DELETE', `/profiles/${keys.profileCode}/verdicts`, { headers: headersOf(keys) });
      expect((await verdictsOn(baseUrl, keys)).unjudged).toBeNull();
    });
  });
});

describe('after a reset', () => {
  it('no booking counts, and an id from before does not count as invented, even after a restart', async () => {
    const store = temporaryFile();
    const keys = await withSandbox(store, async (own, baseUrl) => {
      const pair = await own.addProfile();
      const client = stateClient(baseUrl, pair);
      const { searchId, resultId, bookingToken } = await client.price();
      await client.reset();
      const price = (body: object) => client.call('POST', '/pricing', body);
      expect((await price({ searchId, resultId, bookingToken })).status).toBe(400);
      const before = await verdictsOn(baseUrl, pair);
      expect([before.verdicts.summary.broken, before.unjudged, before.gap]).toEqual([0, null, null]);
      await price({ searchId: 'made-up', resultId, bookingToken: 'made-up-too' });
      expect((await verdictsOn(baseUrl, pair)).verdicts.summary.broken).toBeGreaterThan(0);
      return pair;
    });
    await withSandbox(store, async (_own, baseUrl) => {
      const { verdicts, unjudged, gap } = await verdictsOn(baseUrl, keys);
      expect([unjudged, gap]).toEqual([null, null]);
      const searchId = verdicts.rules.find(({ id }) => id === 'transfer.identifiers.search-id');
      expect(searchId).toMatchObject({ verdict: 'broken', broken: 1, undecided: 1 });
    });
  });
});

async function withSandbox<Value>(
  store: string,
  use: (sandbox: Sandbox, baseUrl: string) => Promise<Value>,
): Promise<Value> {
  const sandbox = await createSandbox({ store, log: 'silent' });
  try {
    return await use(sandbox, await sandbox.listen());
  } finally {
    await sandbox.close();
  }
}

async function searchTransfers(baseUrl: string, keys: KeyPair): Promise<void> {
  const response = await fetch(`${baseUrl}/search`, {
    method: 'POST',
    headers: { ...headersOf(keys), 'Content-Type': 'application/json' },
    body: JSON.stringify(AIRPORT_TO_TOWN),
  });
  expect(response.status).toBe(200);
}

async function readNothing(baseUrl: string, keys: KeyPair): Promise<void> {
  await fetch(`${baseUrl}/reservations/details?reservationId=none`, { headers: headersOf(keys) });
}
