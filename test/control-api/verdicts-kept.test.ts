import { describe, expect, it } from 'vitest';
import { assertKeepsTheRules } from '../../src/fixture/keep-the-rules.ts';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN } from '../transfers/transfer-client.ts';
import { control, headersOf } from './control-client.ts';
import { bookUnpriced, verdictsOfEach } from './many-profiles.ts';
import { verdictsOn } from './verdicts-client.ts';

describe('the verdicts on a profile', () => {
  const sandbox = useSandbox();

  it('stay while 230 other profiles make calls', async () => {
    expect(await verdictsOfEach(sandbox, 230)).toEqual(new Set(['broken']));
  });
});

describe('the verdicts of a sandbox that starts again on its store', () => {
  it('report earlier calls as missing, until the profile is reset', async () => {
    const store = temporaryFile();
    const [keys, idle] = await withSandbox(store, async (sandbox, baseUrl) => {
      const pairs = [await sandbox.addProfile(), await sandbox.addProfile()] as const;
      await bookUnpriced(baseUrl, pairs[0]);
      expect((await verdictsOn(baseUrl, pairs[0])).unjudged).toBeNull();
      return pairs;
    });
    await withSandbox(store, async (sandbox, baseUrl) => {
      const later = await sandbox.addProfile();
      const read = async (of: KeyPair) => (await verdictsOn(baseUrl, of)).unjudged;
      expect(await read(keys)).toMatch(/^calls before the latest start of the sandbox are not in these verdicts; /);
      expect([await read(idle), await read(later)]).toEqual([null, null]);

      await searchTransfers(baseUrl, keys);
      await expect(assertKeepsTheRules(sandbox, { profileCode: keys.profileCode })).rejects.toThrow(
        /^not everything was judged: calls before the latest start of the sandbox/,
      );
      await searchTransfers(baseUrl, idle);
      await assertKeepsTheRules(sandbox, { profileCode: idle.profileCode });

      await control(baseUrl, 'POST', `/profiles/${keys.profileCode}/reset`, { headers: headersOf(keys) });
      expect(await read(keys)).toBeNull();
      await searchTransfers(baseUrl, keys);
      await assertKeepsTheRules(sandbox, { profileCode: keys.profileCode });
    });
    await withSandbox(store, async (sandbox, baseUrl) => {
      await bookUnpriced(baseUrl, keys);
      await expect(assertKeepsTheRules(sandbox, { profileCode: keys.profileCode })).rejects.toThrow(
        /^the client broke/,
      );
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
