import { beforeAll, describe, expect, it } from 'vitest';
import { loadControl } from '../../src/control-api/load-control.ts';
import { controlOperations } from '../../src/control-api/operations/operations.ts';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { ControlOperationId } from '../../src/interface/control-api.ts';
import type { SpecOperation } from '../../src/interface/openapi/operations.ts';
import { listOperations } from '../../src/interface/openapi/operations.ts';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { ADMIN, ADMIN_TOKEN, control, expectRefused, headersOf, makeProfile } from './control-client.ts';

const open = useSandbox({ metrics: true });
const guarded = useSandbox({ adminToken: ADMIN_TOKEN, demoCredentials: false, metrics: true });
const described = listOperations<ControlOperationId>(await loadControl());
const withAccess = (access: string) =>
  described.filter(({ operationId }) => controlOperations[operationId].access === access);

let mine: KeyPair;
let other: KeyPair;
let openMine: KeyPair;

beforeAll(async () => {
  [mine, other] = [await makeProfile(guarded.baseUrl), await makeProfile(guarded.baseUrl)];
  openMine = await makeProfile(open.baseUrl);
});

/** The address of an operation for a profile; what else it names does not exist. */
function addressOf({ path }: SpecOperation<ControlOperationId>, profileCode: string): string {
  return path
    .replace('/_sandbox', '')
    .replace('{profileCode}', profileCode)
    .replace(/\{\w+\}/g, 'nothing');
}

const knock = (
  baseUrl: string,
  operation: SpecOperation<ControlOperationId>,
  profileCode: string,
  headers: Record<string, string> = {},
) => control(baseUrl, operation.method.toUpperCase(), addressOf(operation, profileCode), { headers });

it('each access level has operations', () => {
  expect(['open', 'admin', 'profile'].map((access) => withAccess(access).length).every((count) => count > 0)).toBe(
    true,
  );
});

describe('with an admin token', () => {
  it.each(withAccess('admin'))('$operationId accepts only the admin token', async (operation) => {
    expectRefused(await knock(guarded.baseUrl, operation, ''), [401, 'admin_token_required']);
    expectRefused(await knock(guarded.baseUrl, operation, '', { Authorization: 'Bearer not-the-admin-token' }), [
      403,
      'admin_token_invalid',
    ]);
    expectRefused(await knock(guarded.baseUrl, operation, '', { Authorization: ADMIN_TOKEN }), [
      403,
      'admin_token_invalid',
    ]);
    expectRefused(await knock(guarded.baseUrl, operation, '', headersOf(mine)), [403, 'admin_token_invalid']);
    expectRefused(
      await knock(guarded.baseUrl, operation, '', { ...headersOf(mine), Authorization: 'Bearer sk_wrong' }),
      [403, 'invalid_credentials'],
    );
    expect((await knock(guarded.baseUrl, operation, '', ADMIN)).status).toBe(200);
  });

  it.each(withAccess('profile'))(
    '$operationId of a profile refuses requests without credentials, and other profiles',
    async (operation) => {
      expectRefused(await knock(guarded.baseUrl, operation, mine.profileCode), [401, 'missing_api_token']);
      expectRefused(
        await knock(guarded.baseUrl, operation, mine.profileCode, { Authorization: `Bearer ${mine.secretKey}` }),
        [403, 'admin_token_invalid'],
      );
      expectRefused(await knock(guarded.baseUrl, operation, mine.profileCode, headersOf(other)), [
        403,
        'foreign_profile',
      ]);
      expectRefused(
        await knock(guarded.baseUrl, operation, mine.profileCode, {
          ...headersOf(mine),
          Authorization: `Bearer ${other.secretKey}`,
        }),
        [403, 'invalid_credentials'],
      );
    },
  );

  it.each(withAccess('profile'))(
    '$operationId returns the same to an unauthorized client for an unknown and a foreign profile',
    async (operation) => {
      expectRefused(await knock(guarded.baseUrl, operation, 'dp_nobodynobody', headersOf(mine)), [
        403,
        'foreign_profile',
      ]);
      expectRefused(await knock(guarded.baseUrl, operation, 'dp_nobodynobody', ADMIN), [404, 'profile_not_found']);
      expectRefused(await knock(guarded.baseUrl, operation, 'dp_nobodynobody'), [401, 'missing_api_token']);
    },
  );

  it('a profile accepts its own key pair and the admin token', async () => {
    for (const headers of [headersOf(mine), ADMIN, { Authorization: `bearer  ${ADMIN_TOKEN}` }]) {
      const { status, body } = await control(guarded.baseUrl, 'GET', `/profiles/${mine.profileCode}`, { headers });
      expect([status, body.profile.profileCode]).toEqual([200, mine.profileCode]);
    }
  });

  it('no operation of the service accepts the token', async () => {
    const { status, body } = await sendRaw(guarded.baseUrl, {
      path: '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e',
      headers: { ...ADMIN, 'X-Service-Id': headersOf(mine)['X-Service-Id'] },
    });
    expect([status, body.code]).toEqual([403, 'invalid_credentials']);
  });

  it('the sandbox accepts any host name', async () => {
    const headers = { Host: 'sandbox.example', Origin: 'https://console.example' };
    expect((await control(guarded.baseUrl, 'GET', '/profiles', { headers: { ...ADMIN, ...headers } })).status).toBe(
      200,
    );
    expect((await control(guarded.baseUrl, 'POST', '/profiles', { headers })).status).toBe(201);
  });

  it.each(['anyone', 'admin'] as const)(
    'a setting restricts the creation of profiles to the admin: %s',
    async (profileCreation) => {
      const own = await createSandbox({
        adminToken: ADMIN_TOKEN,
        demoCredentials: false,
        profileCreation,
        log: 'silent',
      });
      const baseUrl = await own.listen();
      const keys = await own.addProfile();
      const plain = await control(baseUrl, 'POST', '/profiles');
      if (profileCreation === 'anyone') expect(plain.status).toBe(201);
      else {
        expectRefused(plain, [401, 'admin_token_required']);
        expectRefused(await control(baseUrl, 'POST', '/profiles', { headers: headersOf(keys) }), [
          403,
          'admin_token_invalid',
        ]);
      }
      expect((await control(baseUrl, 'POST', '/profiles', { headers: ADMIN })).status).toBe(201);
      await own.close();
    },
  );

  it('only the admin creates profiles if other machines can reach the sandbox, unless set to anyone', async () => {
    for (const [profileCreation, status] of [
      [undefined, 401],
      ['anyone', 201],
    ] as const) {
      const own = await createSandbox({
        adminToken: ADMIN_TOKEN,
        demoCredentials: false,
        profileCreation,
        log: 'silent',
      });
      const baseUrl = (await own.listen({ host: '0.0.0.0' })).replace('0.0.0.0', '127.0.0.1');
      expect((await control(baseUrl, 'POST', '/profiles')).status).toBe(status);
      expect((await control(baseUrl, 'POST', '/profiles', { headers: ADMIN })).status).toBe(201);
      await own.close();
    }
  });

  it('responses contain neither the token nor a secret', async () => {
    const responses = await Promise.all([
      control(guarded.baseUrl, 'GET', '/profiles', { headers: ADMIN }),
      control(guarded.baseUrl, 'GET', `/profiles/${mine.profileCode}/credentials`, { headers: ADMIN }),
      control(guarded.baseUrl, 'GET', '/profiles', { headers: { Authorization: `Bearer ${ADMIN_TOKEN}x` } }),
      control(guarded.baseUrl, 'GET', `/profiles/${mine.secretKey}`, { headers: ADMIN }),
      control(guarded.baseUrl, 'DELETE', `/profiles/${mine.profileCode}/credentials/${mine.secretKey}`, {
        headers: ADMIN,
      }),
      control(guarded.baseUrl, 'PUT', `/profiles/${mine.profileCode}/scenario`, {
        headers: headersOf(mine),
        body: { scenario: 'nothing' },
      }),
    ]);
    for (const { text } of responses) expect(text).not.toMatch(new RegExp(`${ADMIN_TOKEN}|${mine.secretKey}`));
  });
});

describe('the creation of a profile', () => {
  it.each([
    ['without', open],
    ['with', guarded],
  ] as const)('refuses wrong credentials %s an admin token', async (_, sandbox) => {
    const right = headersOf(await makeProfile(sandbox.baseUrl));
    expectRefused(
      await control(sandbox.baseUrl, 'POST', '/profiles', { headers: { ...right, Authorization: 'Bearer sk_wrong' } }),
      [403, 'invalid_credentials'],
    );
    expectRefused(
      await control(sandbox.baseUrl, 'POST', '/profiles', { headers: { Authorization: 'Bearer some-admin-token' } }),
      [403, 'admin_token_invalid'],
    );
    expectRefused(
      await control(sandbox.baseUrl, 'POST', '/profiles', { headers: { 'X-Service-Id': right['X-Service-Id'] } }),
      [401, 'missing_api_token'],
    );
  });

  it('accepts a correct key pair', async () => {
    for (const sandbox of [open, guarded]) {
      const headers = headersOf(await makeProfile(sandbox.baseUrl));
      expect((await control(sandbox.baseUrl, 'POST', '/profiles', { headers })).status).toBe(201);
    }
  });
});

describe('without an admin token', () => {
  it('no client has to authenticate', async () => {
    const { profileCode } = openMine;
    expect((await control(open.baseUrl, 'GET', '/profiles')).status).toBe(200);
    expect((await control(open.baseUrl, 'GET', `/profiles/${profileCode}`)).body.profile.profileCode).toBe(profileCode);
    expectRefused(await control(open.baseUrl, 'GET', '/profiles/dp_nobodynobody'), [404, 'profile_not_found']);
  });

  it.each(withAccess('profile'))(
    '$operationId still refuses a wrong key pair, and that of another profile',
    async (operation) => {
      const { profileCode } = openMine;
      expectRefused(
        await knock(open.baseUrl, operation, profileCode, { ...headersOf(openMine), Authorization: 'Bearer sk_wrong' }),
        [403, 'invalid_credentials'],
      );
      expectRefused(await knock(open.baseUrl, operation, profileCode, open.sandbox.headers()), [
        403,
        'foreign_profile',
      ]);
      expectRefused(
        await knock(open.baseUrl, operation, profileCode, { 'X-Service-Id': headersOf(openMine)['X-Service-Id'] }),
        [401, 'missing_api_token'],
      );
      expectRefused(await knock(open.baseUrl, operation, profileCode, { Authorization: 'Bearer some-admin-token' }), [
        403,
        'admin_token_invalid',
      ]);
    },
  );

  it.each([
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.0.2.1',
    '[2001:db8::1]:80',
  ])('a call to the host name "%s" is refused', async (host) => {
    expectRefused(await control(open.baseUrl, 'GET', '/profiles', { headers: { Host: host } }), [403, 'foreign_host']);
    expectRefused(await control(open.baseUrl, 'POST', '/profiles', { headers: { Host: host } }), [403, 'foreign_host']);
    const refused = await control(open.baseUrl, 'POST', `/profiles/${openMine.profileCode}/credentials`, {
      headers: { Host: host, ...headersOf(openMine) },
    });
    expectRefused(refused, [403, 'foreign_host']);
    expect(refused.body.message[0]).toMatch(
      /Call http:\/\/127\.0\.0\.1 or http:\/\/localhost, or start with --admin-token$/,
    );
  });

  it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.0.0.1:80', '127.1.2.3:4010', '[::1]:4010', '[::1]'])(
    'a call to the host name %s is accepted',
    async (host) => {
      expect((await control(open.baseUrl, 'GET', '/profiles', { headers: { Host: host } })).status).toBe(200);
    },
  );

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example:80', 'chrome-extension://abc'])(
    'a page of %s is refused, even with the right host name',
    async (origin) => {
      const before = (await control(open.baseUrl, 'GET', '/profiles?limit=200')).body.profiles.length;
      expectRefused(await control(open.baseUrl, 'POST', '/profiles', { headers: { Origin: origin } }), [
        403,
        'foreign_host',
      ]);
      expect((await control(open.baseUrl, 'GET', '/profiles?limit=200')).body.profiles).toHaveLength(before);
    },
  );

  it('a page of this machine is accepted', async () => {
    for (const origin of ['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:8080']) {
      expect((await control(open.baseUrl, 'GET', '/profiles', { headers: { Origin: origin } })).status).toBe(200);
    }
  });

  it('a health check may use any host name', async () => {
    for (const path of ['/health', '/ready', '/scenarios'])
      expect((await control(open.baseUrl, 'GET', path, { headers: { Host: 'probe.example' } })).status).toBe(200);
    expect((await control(open.baseUrl, 'HEAD', '/health')).status).toBe(200);
  });
});
