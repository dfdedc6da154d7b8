import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { hashSecret } from '../../src/profiles/credentials.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';

const sandbox = useSandbox();

describe('a profile', () => {
  it('can be created by any client, with a key pair that works immediately', async () => {
    const { status, body } = await control(sandbox.baseUrl, 'POST', '/profiles', {
      body: { name: 'Zoë’s tests', marginPercent: 12.5 },
    });
    const { profile, credential } = body;
    expect(status).toBe(201);
    expect(profile).toMatchObject({
      profileCode: expect.stringMatching(/^dp_[a-z0-9]{12}$/),
      name: 'Zoë’s tests',
      marginPercent: 12.5,
      createdAt: NOW,
      clock: null,
      armed: null,
    });
    expect(credential).toEqual({
      profileCode: profile.profileCode,
      publicKey: expect.stringMatching(/^pk_sandbox_\w{16}$/),
      secretKey: expect.stringMatching(/^sk_sandbox_\w{32}$/),
    });
    const search = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys: credential });
    expect(search.status).toBe(200);
    expect((await control(sandbox.baseUrl, 'GET', `/profiles/${profile.profileCode}`)).body.profile).toEqual(profile);
  });

  it.each([undefined, {}])('may have neither name nor margin: %j', async (body) => {
    const made = await control(sandbox.baseUrl, 'POST', '/profiles', { body });
    expect(made.body.profile).toMatchObject({ name: 'Unnamed', marginPercent: 5 });
  });

  it('gets prices with its margin, like a profile created through the library', async () => {
    const [cheap, dear] = [
      await makeProfile(sandbox.baseUrl, { marginPercent: 0 }),
      await makeProfile(sandbox.baseUrl, { marginPercent: 100 }),
    ];
    const totals = await Promise.all(
      [cheap, dear].map(async (keys) =>
        (await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys })).body.offers.map(
          ({ totalAmount }: { totalAmount: number }) => totalAmount,
        ),
      ),
    );
    expect(Math.min(...totals[1])).toBeGreaterThan(Math.min(...totals[0]));
  });

  it('shows its clock after the clock was moved', async () => {
    const { profileCode } = await makeProfile(sandbox.baseUrl);
    const clock = async () => (await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}`)).body.profile.clock;
    await control(sandbox.baseUrl, 'POST', `/profiles/${profileCode}/clock/advance`, { body: { by: 'PT21M' } });
    expect(await clock()).toEqual({ aheadOfService: 'PT21M' });
    await control(sandbox.baseUrl, 'PUT', `/profiles/${profileCode}/clock`, { body: { mode: 'frozen' } });
    expect(await clock()).toEqual({ frozenAt: '2027-01-10T12:21:00.000Z' });
  });

  it.each([
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 7 }, '/name'],
    [{ name: null }, '/name'],
    [{ marginPercent: -0.1 }, '/marginPercent'],
    [{ marginPercent: 100.1 }, '/marginPercent'],
    [{ marginPercent: '5' }, '/marginPercent'],
    [{ admin: true }, '/admin'],
    [[], ''],
    [null, ''],
    ['x', ''],
  ])('is not created from %j', async (body, path) => {
    const before = await count();
    const refused = await control(sandbox.baseUrl, 'POST', '/profiles', { body });
    expect([refused.status, refused.body.details.map((detail: { path: string }) => detail.path)]).toEqual([
      400,
      [path],
    ]);
    expect(await count()).toBe(before);
  });

  it.each(['{"__proto__":{"name":"x"}}', '{"constructor":{}}', '{"name":"x","__proto__":null}', '{"toString":1}'])(
    'is not created from names that every object has: %s',
    async (body) => {
      const refused = await sendRaw(sandbox.baseUrl, {
        method: 'POST',
        path: '/_sandbox/profiles',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expectRefused(refused, [400, 'non_whitelisted_field']);
    },
  );

  it.each([
    ['{"name":', 'application/json', 'malformed_json'],
    ['{"name":"x"}', 'text/plain', 'unsupported_content_type'],
    ['name=x', 'application/x-www-form-urlencoded', 'unsupported_content_type'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json', 'malformed_json'],
  ])('is not created from a body that is not JSON, or not declared as JSON: %s as %s', async (body, type, code) => {
    const refused = await sendRaw(sandbox.baseUrl, {
      method: 'POST',
      path: '/_sandbox/profiles',
      headers: { 'Content-Type': type },
      body,
    });
    expectRefused(refused, [400, code]);
  });

  it('an unknown profile is reported as unknown', async () => {
    for (const code of ['dp_nobodynobody', 'dp_', 'x', '%2e%2e', '__proto__', "dp_' OR 1=1--"]) {
      expectRefused(await control(sandbox.baseUrl, 'GET', `/profiles/${encodeURI(code)}`), [404, 'profile_not_found']);
    }
  });
});

describe('the list of profiles', () => {
  it('has every profile once, page by page, in the order of the codes', async () => {
    await Promise.all(Array.from({ length: 7 }, () => makeProfile(sandbox.baseUrl)));
    const codes: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { status, body } = await control(sandbox.baseUrl, 'GET', `/profiles?limit=3${next && `&after=${next}`}`);
      expect([status, body.profiles.length <= 3]).toEqual([200, true]);
      codes.push(...body.profiles.map((profile: { profileCode: string }) => profile.profileCode));
      next = body.next;
    }
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(codes).toHaveLength(await count());
    expect(codes).toContain(sandbox.sandbox.demoKeys.profileCode);
  });

  it('finds profiles by a text in their name or code', async () => {
    const { profileCode } = await makeProfile(sandbox.baseUrl, { name: '100% "Ünterwegs" [B]_1' });
    const found = async (search: string): Promise<string[]> => {
      const { body } = await control(sandbox.baseUrl, 'GET', `/profiles?search=${encodeURIComponent(search)}`);
      return body.profiles.map((profile: { profileCode: string }) => profile.profileCode);
    };
    for (const search of ['100% "Ü', 'NTERWEGS', ' [b]_', profileCode, profileCode.slice(3, 12).toUpperCase()])
      expect(await found(search)).toEqual([profileCode]);
    expect(await found('%_nothing like this')).toEqual([]);
  });

  it('has no next page after a full last one', async () => {
    const { body } = await control(sandbox.baseUrl, 'GET', `/profiles?limit=${await count()}`);
    expect(body.next).toBeNull();
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'offset=3', `after=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      expect((await control(sandbox.baseUrl, 'GET', `/profiles?${query}`)).status).toBe(400);
    },
  );
});

describe('a secret', () => {
  it('is shown once, and stored only as a hash [auth.secret.displayed-once]', async () => {
    const store = temporaryFile();
    const own = await createSandbox({ store, log: 'silent' });
    const baseUrl = await own.listen();
    const keys = await makeProfile(baseUrl, { name: 'Kept' });
    const more = (await control(baseUrl, 'POST', `/profiles/${keys.profileCode}/credentials`)).body.credential;
    const seen = await Promise.all(
      ['', '/credentials', '/scenario'].map((path) =>
        control(baseUrl, 'GET', `/profiles/${keys.profileCode}${path}`, { headers: headersOf(keys) }),
      ),
    );
    seen.push(
      await control(baseUrl, 'GET', '/profiles'),
      await sendRaw(baseUrl, {
        path: '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e',
        headers: headersOf(keys),
      }),
    );
    await own.close();
    const bytes = Buffer.concat(globSync(`${store}*`).map((file) => readFileSync(file)));
    for (const { secretKey, publicKey } of [keys, more]) {
      for (const { text } of seen) expect(text).not.toContain(secretKey);
      expect(bytes.includes(publicKey)).toBe(true);
      expect(bytes.includes(hashSecret(secretKey))).toBe(true);
      expect(bytes.includes(secretKey)).toBe(false);
      expect(bytes.includes(secretKey.slice('sk_sandbox_'.length, -4))).toBe(false);
    }
  });

  it('works after a restart', async () => {
    const store = temporaryFile();
    const before = await createSandbox({ store, log: 'silent' });
    const keys = await makeProfile(await before.listen());
    await before.close();
    const after = await createSandbox({ store, log: 'silent' });
    const { status } = await control(await after.listen(), 'GET', `/profiles/${keys.profileCode}`, {
      headers: headersOf(keys),
    });
    await after.close();
    expect(status).toBe(200);
  });
});

describe('the maximum number of profiles', () => {
  it('is never exceeded', async () => {
    const full = await createSandbox({ maxProfiles: 3, log: 'silent' });
    const baseUrl = await full.listen();
    const responses = await Promise.all([1, 2, 3, 4].map(() => control(baseUrl, 'POST', '/profiles')));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expectRefused(await control(baseUrl, 'POST', '/profiles'), [409, 'too_many_profiles']);
    await expect(full.addProfile()).rejects.toThrow(
      'this sandbox has 3 profiles, its maximum; create it with a larger maxProfiles',
    );
    await full.close();
  });
});

async function count(): Promise<number> {
  return (await control(sandbox.baseUrl, 'GET', '/profiles?limit=200')).body.profiles.length;
}
