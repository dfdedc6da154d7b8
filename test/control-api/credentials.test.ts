import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';

const sandbox = useSandbox();
let keys: KeyPair;
let path: string;

beforeEach(async () => {
  keys = await makeProfile(sandbox.baseUrl);
  path = `/profiles/${keys.profileCode}/credentials`;
});

const list = async () => (await control(sandbox.baseUrl, 'GET', path, { headers: headersOf(keys) })).body.credentials;
const add = (headers = headersOf(keys)) => control(sandbox.baseUrl, 'POST', path, { headers });
const revoke = (publicKey: string, headers?: Record<string, string>) =>
  control(sandbox.baseUrl, 'DELETE', `${path}/${publicKey}`, { headers });
/** Status of a read with a key pair: it is refused, but after authentication. */
const use = async (pair: KeyPair) =>
  (
    await sendRaw(sandbox.baseUrl, {
      path: '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e',
      headers: headersOf(pair),
    })
  ).body.code;

describe('the credentials of a profile', () => {
  it('are listed by the last four characters of their secrets', async () => {
    const more = (await add()).body.credential as KeyPair;
    const listed = await list();
    expect(listed.map(({ publicKey }: KeyPair) => publicKey).sort()).toEqual([keys.publicKey, more.publicKey].sort());
    for (const pair of [keys, more]) {
      expect(listed).toContainEqual({
        publicKey: pair.publicKey,
        secretLast4: pair.secretKey.slice(-4),
        createdAt: NOW,
        revokedAt: null,
      });
    }
  });

  it('keep working after a reset, together with the new ones', async () => {
    const before = (await add()).body.credential as KeyPair;
    expect(
      (await control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/reset`, { headers: headersOf(keys) }))
        .status,
    ).toBe(200);
    const { status, body } = await add();
    expect(status).toBe(201);
    expect((await list()).map(({ publicKey }: KeyPair) => publicKey).sort()).toEqual(
      [keys.publicKey, before.publicKey, body.credential.publicKey].sort(),
    );
    for (const pair of [keys, before, body.credential]) expect(await use(pair)).toBe('reservation_not_found');
  });

  it('can be several, all with access to the profile', async () => {
    const { status, body } = await add();
    expect([status, body.credential.profileCode]).toEqual([201, keys.profileCode]);
    expect(await use(body.credential)).toBe('reservation_not_found');
    expect(await use(keys)).toBe('reservation_not_found');
    expect((await control(sandbox.baseUrl, 'GET', path, { headers: headersOf(body.credential) })).status).toBe(200);
  });

  it('are limited to twenty active ones, even under concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 22 }, () => add()));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(19);
    for (const refused of responses.filter(({ status }) => status !== 201))
      expectRefused(refused, [409, 'too_many_credentials']);
    expect((await revoke(keys.publicKey)).status).toBe(200);
    const other = responses.find(({ status }) => status === 201)?.body.credential;
    expect((await add(headersOf(other))).status).toBe(201);
    expect((await add(headersOf(other))).status).toBe(409);
  });
});

describe('a revoked credential', () => {
  it('is refused by the service from the next call on, and by the control API too', async () => {
    expect(await use(keys)).toBe('reservation_not_found');
    const { status, body } = await revoke(keys.publicKey, headersOf(keys));
    expect([status, body.credential]).toEqual([
      200,
      { publicKey: keys.publicKey, secretLast4: keys.secretKey.slice(-4), createdAt: NOW, revokedAt: NOW },
    ]);
    expect(await use(keys)).toBe('invalid_credentials');
    expectRefused(await control(sandbox.baseUrl, 'GET', path, { headers: headersOf(keys) }), [
      403,
      'invalid_credentials',
    ]);
    expectRefused(await add(), [403, 'invalid_credentials']);
  });

  it('leaves the other credentials of the profile valid', async () => {
    const more = (await add()).body.credential as KeyPair;
    await revoke(keys.publicKey);
    expect([await use(keys), await use(more)]).toEqual(['invalid_credentials', 'reservation_not_found']);
  });

  it('cannot be revoked again, and stays revoked', async () => {
    await revoke(keys.publicKey);
    expectRefused(await revoke(keys.publicKey), [409, 'credential_already_revoked']);
    expect((await control(sandbox.baseUrl, 'GET', path)).body.credentials).toMatchObject([{ revokedAt: NOW }]);
    expect(await use(keys)).toBe('invalid_credentials');
  });

  it('is revoked by only one of two concurrent requests', async () => {
    const responses = await Promise.all([revoke(keys.publicKey), revoke(keys.publicKey), revoke(keys.publicKey)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('stays revoked after a restart, even if it is the demo credential', async () => {
    const store = temporaryFile();
    const first = await createSandbox({ store, log: 'silent' });
    const { profileCode, publicKey } = first.demoKeys;
    expect(
      (await control(await first.listen(), 'DELETE', `/profiles/${profileCode}/credentials/${publicKey}`)).status,
    ).toBe(200);
    await first.close();
    const second = await createSandbox({ store, log: 'silent' });
    const { status } = await sendRaw(await second.listen(), {
      path: '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e',
      headers: second.headers(),
    });
    await second.close();
    expect(status).toBe(403);
  });

  it('can be revoked by its own profile only, and only if it exists', async () => {
    const other = await makeProfile(sandbox.baseUrl);
    expectRefused(await revoke(keys.publicKey, headersOf(other)), [403, 'foreign_profile']);
    expectRefused(await revoke(other.publicKey, headersOf(keys)), [404, 'credential_not_found']);
    for (const nothing of ['pk_nothing', '__proto__', '%00', 'x'.repeat(500)])
      expectRefused(await revoke(nothing), [404, 'credential_not_found']);
    expect([await use(keys), await use(other)]).toEqual(['reservation_not_found', 'reservation_not_found']);
  });
});

describe('switched-off demo credentials', () => {
  it('are unknown, and absent from the library', async () => {
    const own = await createSandbox({ demoCredentials: false, log: 'silent' });
    const baseUrl = await own.listen();
    expect(
      (
        await sendRaw(baseUrl, {
          path: '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e',
          headers: headersOf(own.demoKeys),
        })
      ).body.code,
    ).toBe('invalid_credentials');
    expect((await control(baseUrl, 'GET', '/profiles')).body.profiles).toEqual([]);
    expect(() => own.headers()).toThrow(
      'the demo credentials are switched off; give headers() the key pair that addProfile() returned',
    );
    expect(own.headers(await own.addProfile())).toHaveProperty('Authorization');
    await own.close();
  });

  it('are refused on a store that accepted them before, until they are switched on again', async () => {
    const store = temporaryFile();
    const codes: unknown[] = [];
    for (const demoCredentials of [true, false, true]) {
      const own = await createSandbox({ store, demoCredentials, log: 'silent' });
      const baseUrl = await own.listen();
      const { profileCode } = own.demoKeys;
      for (const address of [
        '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e',
        `/_sandbox/profiles/${profileCode}`,
      ]) {
        codes.push((await sendRaw(baseUrl, { path: address, headers: headersOf(own.demoKeys) })).body.code);
      }
      await own.close();
    }
    expect(codes).toEqual([
      'reservation_not_found',
      undefined,
      'invalid_credentials',
      'invalid_credentials',
      'reservation_not_found',
      undefined,
    ]);
  });
});

describe('listen, beyond this machine,', () => {
  it('requires an admin token and no demo credentials, as the command line does', async () => {
    const demo = await createSandbox({ adminToken: 'an-admin-token-1', log: 'silent' });
    await expect(demo.listen({ host: '0.0.0.0' })).rejects.toThrow(
      '0.0.0.0 can be reached from other machines, which needs the demo credentials switched off',
    );
    await demo.close();
    const own = await createSandbox({ adminToken: 'an-admin-token-1', demoCredentials: false, log: 'silent' });
    expect(await own.listen({ host: '0.0.0.0' })).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
    await own.close();
  });
});
