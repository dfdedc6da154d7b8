import { createHmac, hash, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Ids } from '../../../src/base/ids.ts';
import type { KeyPair, SandboxOptions } from '../../../src/index.ts';
import { createSandbox } from '../../../src/index.ts';
import type { State } from './old-generator.ts';
import { followOldGenerator, oldKeyPair } from './old-generator.ts';

const SEED = 'a seed of at least sixteen characters';

/** The key pairs of the first profiles of a sandbox, and the seed that it had. */
async function keyPairs(options: SandboxOptions): Promise<{ seed: string; made: KeyPair[] }> {
  const sandbox = await createSandbox({ log: 'silent', ...options });
  try {
    return { seed: sandbox.seed, made: [await sandbox.addProfile(), await sandbox.addProfile()] };
  } finally {
    await sandbox.close();
  }
}

/** Expected result of the library's derivation: HKDF of the seed for each kind, then HMAC of scope and number. */
function derived(kind: string, path: string): string {
  return createHmac('sha256', Buffer.from(hkdfSync('sha256', SEED, 'taxiway', kind, 32)))
    .update(path)
    .digest('hex');
}

const secretOf = (digest: string) => BigInt(`0x${digest}`).toString(36).slice(-32);

/** The state of a generator whose 128 bits of state are the first of a digest. */
function stateOf(digest: string): State {
  const [a, b, c, d] = [0, 8, 16, 24].map((at) => parseInt(digest.slice(at, at + 8), 16) | 0);
  return { a: a, b: b, c: c, d: d };
}

describe('the attack on one former key pair', () => {
  it('computes the secrets of all other profiles from the state of one stream', () => {
    const { state } = oldKeyPair(SEED, 1);
    for (const n of [2, 3, 77]) expect(followOldGenerator(state, 1, n)).toBe(oldKeyPair(SEED, n).secretKey);
  });

  it('computes nothing from the state of a current stream', async () => {
    const {
      made: [own, other],
    } = await keyPairs({ seed: SEED });
    // All that a profile could find out at the very most: the states of the streams of its code and its public key.
    for (const path of ['profiles/1', `credentials/${own.profileCode}/1`]) {
      const state = stateOf(hash('sha256', derived('ids', path)));
      expect(`sk_sandbox_${followOldGenerator(state, 1, 2)}`).not.toBe(other.secretKey);
    }
  });
});

describe('secrets', () => {
  it('are an HMAC under a separate key, used for neither ids nor content', async () => {
    const { made } = await keyPairs({ seed: SEED });
    expect(made.map(({ secretKey }) => secretKey)).toEqual(
      made.map(({ profileCode }) => `sk_sandbox_${secretOf(derived('secrets', `credentials/${profileCode}/2`))}`),
    );
    const ids = new Ids(SEED);
    expect(ids.key('dp_a')).toBe(derived('content', 'dp_a/1').slice(0, 32));
    const kinds = ['secrets', 'ids', 'content'].map((kind) => derived(kind, 'dp_a/1'));
    expect(new Set(kinds).size).toBe(3);
  });

  it('do not follow from a seed drawn at the start', async () => {
    const first = await keyPairs({});
    const again = await keyPairs({ seed: first.seed });
    expect(again.made.map(({ profileCode }) => profileCode)).toEqual(first.made.map(({ profileCode }) => profileCode));
    for (const [i, { secretKey }] of again.made.entries()) expect(secretKey).not.toBe(first.made[i].secretKey);
  });

  it('are 32 lower-case letters and digits, all equally frequent', () => {
    for (const ids of [new Ids(SEED), new Ids(SEED, { randomSecrets: true })]) {
      const all = Array.from({ length: 500 }, () => ids.secret('profiles', 32));
      expect(all.every((secret) => /^[a-z0-9]{32}$/.test(secret))).toBe(true);
      expect(new Set(all).size).toBe(500);
      const counts = [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((letter) => all.join('').split(letter).length - 1);
      for (const count of counts) expect(count).toBeGreaterThan(300);
    }
  });

  it('leave no counters of a removed profile, and its code is never used again', () => {
    const ids = new Ids(SEED);
    const before = ids.draw('profiles').text(12);
    ids.secret('credentials/dp_gone', 32);
    ids.draw('dp_gone/chance');
    ids.remove('dp_gone');
    expect(ids.key('dp_gone')).toBe(derived('content', 'dp_gone/1').slice(0, 32));
    expect(ids.draw('profiles').text(12)).not.toBe(before);
  });
});
