import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { hashSecret } from '../../src/profiles/credentials.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import type { PreparedCalls } from './calls.ts';
import { FLIGHT_SEARCH, makeCall, prepareCall, prepareCalls } from './calls.ts';
import { documentedOperations, faultsOf } from './spec.ts';
import type { RawResponse } from './wire.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox();
let calls: PreparedCalls;
let mine: KeyPair;
let other: KeyPair;

beforeAll(async () => {
  calls = await prepareCalls(sandbox);
  mine = sandbox.sandbox.demoKeys;
  other = await sandbox.sandbox.addProfile();
});

/** The two headers as they are right; each case changes one thing. */
interface Credentials {
  Authorization?: string;
  'X-Service-Id'?: string;
}

const right = (): Required<Credentials> => ({
  Authorization: `Bearer ${mine.secretKey}`,
  'X-Service-Id': `${mine.publicKey}:${mine.profileCode}`,
});

const missing: [string, () => Credentials, string][] = [
  ['no Authorization', () => without('Authorization'), 'missing_api_token'],
  ['an empty Authorization', () => ({ ...right(), Authorization: '' }), 'missing_api_token'],
  ['an Authorization of spaces', () => ({ ...right(), Authorization: '   ' }), 'missing_api_token'],
  ['Bearer without a key', () => ({ ...right(), Authorization: 'Bearer' }), 'missing_api_token'],
  ['Bearer and a space', () => ({ ...right(), Authorization: 'Bearer ' }), 'missing_api_token'],
  ['no X-Service-Id', () => without('X-Service-Id'), 'missing_client_id'],
  ['an empty X-Service-Id', () => ({ ...right(), 'X-Service-Id': '' }), 'missing_client_id'],
  ['neither header', () => ({}), 'missing_api_token'],
];

const malformed: [string, () => Credentials, string][] = [
  ['the bare key', () => ({ ...right(), Authorization: mine.secretKey }), 'invalid_credentials'],
  ['another scheme', () => ({ ...right(), Authorization: `Basic ${mine.secretKey}` }), 'invalid_credentials'],
  [
    'two keys',
    () => ({ ...right(), Authorization: `Bearer ${mine.secretKey} ${mine.secretKey}` }),
    'invalid_credentials',
  ],
  [
    'Bearer with an equals sign',
    () => ({ ...right(), Authorization: `Bearer=${mine.secretKey}` }),
    'invalid_credentials',
  ],
  [
    'the profile code in other case',
    () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}:${mine.profileCode.toUpperCase().replace('DP_', 'dp_')}` }),
    'invalid_credentials',
  ],
  ['the public key alone', () => ({ ...right(), 'X-Service-Id': mine.publicKey }), 'invalid_credentials'],
  ['the public key and a colon', () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}:` }), 'invalid_credentials'],
  ['the profile code alone', () => ({ ...right(), 'X-Service-Id': mine.profileCode }), 'invalid_credentials'],
  [
    'a colon and the profile code',
    () => ({ ...right(), 'X-Service-Id': `:${mine.profileCode}` }),
    'invalid_credentials',
  ],
  [
    'three parts',
    () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}:${mine.profileCode}:x` }),
    'invalid_credentials',
  ],
  [
    'the parts the other way round',
    () => ({ ...right(), 'X-Service-Id': `${mine.profileCode}:${mine.publicKey}` }),
    'invalid_credentials',
  ],
  [
    'a space after the colon',
    () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}: ${mine.profileCode}` }),
    'invalid_credentials',
  ],
  [
    'a profile code that is too short',
    () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}:dp_1` }),
    'invalid_credentials',
  ],
  [
    'a database id for a profile code',
    () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}:65f1c0ffee65f1c0ffee65f1` }),
    'invalid_credentials',
  ],
];

const wrong: [string, () => Credentials][] = [
  ['an unknown public key', () => ({ ...right(), 'X-Service-Id': `pk_sandbox_nobody:${mine.profileCode}` })],
  ['an unknown public key of another make', () => ({ ...right(), 'X-Service-Id': `pk.live/1+2=:${mine.profileCode}` })],
  ['a wrong secret', () => ({ ...right(), Authorization: 'Bearer sk_sandbox_wrong' })],
  ['the secret in other case', () => ({ ...right(), Authorization: `Bearer ${mine.secretKey.toUpperCase()}` })],
  [
    'the secret without its last character',
    () => ({ ...right(), Authorization: `Bearer ${mine.secretKey.slice(0, -1)}` }),
  ],
  [
    'the hash that is kept of the secret',
    () => ({ ...right(), Authorization: `Bearer ${hashSecret(mine.secretKey)}` }),
  ],
  ['an unknown profile', () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}:dp_000000000000` })],
  ['the profile of another', () => ({ ...right(), 'X-Service-Id': `${mine.publicKey}:${other.profileCode}` })],
  ['the public key of another', () => ({ ...right(), 'X-Service-Id': `${other.publicKey}:${mine.profileCode}` })],
  [
    'the public key and profile of another',
    () => ({ ...right(), 'X-Service-Id': `${other.publicKey}:${other.profileCode}` }),
  ],
  ['the secret of another', () => ({ ...right(), Authorization: `Bearer ${other.secretKey}` })],
];

describe('credentials that are missing', () => {
  it.each(missing)('are 401: %s [auth.missing-credentials.401]', async (_what, headers, code) => {
    await expectRefused(headers(), 401, code);
  });
});

describe('credentials that are malformed', () => {
  it.each(malformed)('are 401: %s [auth.invalid-credentials.401]', async (_what, headers, code) => {
    await expectRefused(headers(), 401, code);
  });
});

describe('credentials that are well-formed but not valid', () => {
  it.each(wrong)('are 403: %s [auth.invalid-credentials.403]', async (_what, headers) => {
    await expectRefused(headers(), 403, 'invalid_credentials');
  });

  it('are 403: a revoked credential', async () => {
    const store = temporaryFile();
    const keys = { profileCode: 'dp_revoked00000', publicKey: 'pk_revoked', secretKey: 'sk_revoked' };
    await addRevoked(store, keys);
    const revoked = await createSandbox({ store, log: 'silent' });
    const response = await sendRaw(await revoked.listen(), {
      path: '/v1/flights/offers/0/x',
      headers: revoked.headers(keys),
    });
    await revoked.close();
    expect([response.status, response.body.code]).toEqual([403, 'invalid_credentials']);
  });
});

describe('every operation', () => {
  it.each(documentedOperations)(
    '$operationId is refused without either header and accepted with both [auth.required] [service.developer-profile]',
    async ({ operationId }) => {
      const call = await prepareCall(sandbox, operationId);
      for (const header of ['Authorization', 'X-Service-Id']) {
        const { status, body } = await makeCall(sandbox, call, { headers: { [header]: null } });
        expect(status).toBe(401);
        expect(faultsOf(operationId, 401, body)).toEqual([]);
      }
      const refused = await makeCall(sandbox, call, { headers: { Authorization: `Bearer ${other.secretKey}` } });
      expect([refused.status, faultsOf(operationId, 403, refused.body)]).toEqual([403, []]);
      expect((await makeCall(sandbox, call)).status).toBe(200);
    },
  );

  it.each(documentedOperations)(
    '$operationId checks the credentials before the rest of the request',
    async ({ operationId, method }) => {
      const { path } = calls[operationId];
      const worst = {
        method,
        path: `${path}?scenario=nonsense&unlisted=1`,
        body: method === 'POST' ? '{"malformed":' : undefined,
      };
      expect((await sendRaw(sandbox.baseUrl, { ...worst, headers: { 'Content-Type': 'text/plain' } })).body.code).toBe(
        'missing_api_token',
      );
      const wrongSecret = { ...right(), Authorization: 'Bearer sk_wrong' };
      expect((await sendRaw(sandbox.baseUrl, { ...worst, headers: wrongSecret })).status).toBe(403);
    },
  );
});

describe('the headers', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])(
    'accept the scheme as "%s" and the secret key after a space [auth.headers.authorization]',
    async (scheme) => {
      expect((await search({ ...right(), Authorization: `${scheme} ${mine.secretKey}` })).status).toBe(200);
    },
  );

  it('accept the public key, a colon and the profile code [auth.headers.service-id]', async () => {
    expect((await search(right())).status).toBe(200);
    expect((await search({ ...right(), 'X-Service-Id': mine.publicKey })).status).toBe(401);
    expect((await search({ ...right(), 'X-Service-Id': mine.profileCode })).status).toBe(401);
  });

  it('assign a request and its data to the named profile [auth.headers.binding]', async () => {
    const offer = (await makeCall(sandbox, calls.searchFlights, { keys: other })).body.offers[0];
    const path = `/v1/flights/offers/${offer.gdsprovider}/${offer.offerId}`;
    expect((await sandbox.get(path, { keys: other })).status).toBe(200);
    expect((await sandbox.get(path)).body.code).toBe('offer_not_found');
  });

  it.each(['DP_', 'dq_', 'xx_', ''])(
    'must name a profile code that begins with dp_, not with "%s" [auth.profile-code.prefix]',
    async (prefix) => {
      const code = `${prefix}${mine.profileCode.slice(3)}`;
      const { status } = await search({ ...right(), 'X-Service-Id': `${mine.publicKey}:${code}` });
      expect(status).toBe(401);
    },
  );

  it('the headers of a later profile work at once', async () => {
    const keys = await sandbox.sandbox.addProfile({ name: 'Late' });
    expect(keys.profileCode).toMatch(/^dp_[a-z0-9]{12}$/);
    expect((await makeCall(sandbox, calls.searchFlights, { keys })).status).toBe(200);
  });

  it('are refused if they are sent twice', async () => {
    const twice = await sendRaw(sandbox.baseUrl, {
      path: '/reservations/details',
      headers: { ...right(), 'X-Service-Id': [right()['X-Service-Id'], right()['X-Service-Id']] },
    });
    expect(twice.status).toBe(401);
  });
});

describe('the setting serviceIdHeader', () => {
  const renamed = useSandbox({ serviceIdHeader: 'X-Client-Id' });

  it('replaces the name of the header', async () => {
    const id = `${renamed.sandbox.demoKeys.publicKey}:${renamed.sandbox.demoKeys.profileCode}`;
    expect(renamed.sandbox.headers()).toEqual({ Authorization: expect.any(String), 'X-Client-Id': id });
    expect((await renamed.post('/v1/flights/search', FLIGHT_SEARCH)).status).toBe(200);
    const oldName = await renamed.post('/v1/flights/search', FLIGHT_SEARCH, {
      headers: { 'X-Client-Id': null, 'X-Service-Id': id },
    });
    expect([oldName.status, oldName.body.code]).toEqual([401, 'missing_client_id']);
  });

  it('appears in the served interface', async () => {
    const { body } = await renamed.get('/_sandbox/interface.json');
    expect(body.components.securitySchemes.serviceId.name).toBe('X-Client-Id');
  });

  it('is named by a refusal', async () => {
    const { body } = await renamed.get('/reservations/details', { headers: { 'X-Client-Id': null } });
    expect(body.message.join()).toContain('X-Client-Id');
  });
});

function without(header: keyof Credentials): Credentials {
  const { [header]: _, ...rest } = right();
  return rest;
}

function search(headers: Credentials): Promise<RawResponse> {
  return sendRaw(sandbox.baseUrl, {
    method: 'POST',
    path: '/v1/flights/search',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(FLIGHT_SEARCH),
  });
}

/** On a flight and a transfer operation, with the whole error body. */
async function expectRefused(headers: Credentials, status: number, code: string): Promise<void> {
  const transfer = await sendRaw(sandbox.baseUrl, {
    path: '/reservations/details?searchId=0',
    headers: { ...headers },
  });
  for (const { status: seen, headers: responded, body } of [await search(headers), transfer]) {
    expect([seen, body.code]).toEqual([status, code]);
    expect(body).toMatchObject({ statusCode: status, liveMode: false, requestId: responded['x-request-id'] });
    expect(JSON.stringify(body)).not.toContain(mine.secretKey);
  }
}

async function addRevoked(path: string, keys: KeyPair): Promise<void> {
  const store = await openStore(path);
  await store.profiles.add(
    { code: keys.profileCode, name: 'Revoked', marginPercent: 5, createdAt: 0, clock: null, armed: null },
    {
      publicKey: keys.publicKey,
      profileCode: keys.profileCode,
      secretHash: hashSecret(keys.secretKey),
      secretLast4: 'oked',
      createdAt: 0,
      revokedAt: 1,
      origin: 'client',
    },
  );
  await store.close();
}

describe('while the key pair of the docs is accepted, a web page', () => {
  const call = (headers: Record<string, string>) => makeCall(sandbox, calls.searchFlights, { headers });

  it.each<Record<string, string>>([
    { Host: 'evil.example' },
    { Host: 'evil.example:4010' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ])('a page of another origin or name is refused: %o', async (headers) => {
    for (const { operationId } of documentedOperations) {
      const { status, body } = await makeCall(sandbox, calls[operationId], { headers });
      expect([operationId, status, body.code]).toEqual([operationId, 403, 'foreign_host']);
      expect(body.message[0]).toMatch(/start with --no-demo-credentials and make a profile$/);
    }
  });

  it.each<Record<string, string>>([
    { Host: 'localhost' },
    { Host: '[::1]:4010' },
    { Origin: 'http://localhost:5173' },
    { Origin: 'https://127.0.0.1' },
  ])('a page of this machine is accepted: %o', async (headers) => {
    expect((await call(headers)).status).toBe(200);
  });

  it('can use any host name after that pair is switched off', async () => {
    const own = await createSandbox({ demoCredentials: false, log: 'silent' });
    const baseUrl = await own.listen();
    const headers = {
      ...own.headers(await own.addProfile()),
      'Content-Type': 'application/json',
      Host: 'sandbox.example',
      Origin: 'https://shop.example',
    };
    expect(
      (
        await sendRaw(baseUrl, {
          method: 'POST',
          path: '/v1/flights/search',
          headers,
          body: JSON.stringify(FLIGHT_SEARCH),
        })
      ).status,
    ).toBe(200);
    await own.close();
  });
});
