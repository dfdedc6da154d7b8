import { afterAll, beforeAll, describe, expect, test as base } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { FileSandbox } from '../../src/vitest/sandbox.ts';
import { sandbox } from '../../src/vitest/sandbox.ts';
import { bookTransfer, readTransfer, searchFlights } from './client.ts';

const test = base.extend('sandbox', { scope: 'file' }, sandbox);
const PICKUP = '2099-03-15T11:30:00';
const NO_RESEND = 'transfer.booking.pending.no-resend';
type Caller = Parameters<typeof bookTransfer>[0];

test.beforeEach(async ({ sandbox }) => {
  await sandbox.reset();
  await sandbox.clock.freeze('2099-01-10T12:00:00Z');
});

/** Reads a pending booking to its outcome. */
async function bookWell(caller: Caller): Promise<void> {
  let { searchId, status } = await bookTransfer(caller, PICKUP);
  while (status === 'pending') ({ status, searchId } = await readTransfer(caller, searchId));
}

/** Sends a booking again whatever became of it. */
async function bookBadly(caller: Caller): Promise<void> {
  const { searchId } = await bookTransfer(caller, PICKUP, async (address, init) => {
    const first = await fetch(address, init);
    return address.endsWith('/book') ? fetch(address, init) : first;
  });
  while ((await readTransfer(caller, searchId)).status === 'pending');
}

describe('toKeepTheRules', () => {
  test('passes for a client that does what the document says', async ({ sandbox }) => {
    await sandbox.arm('book:pending(reads=2)');
    await bookWell(sandbox);
    await expect(sandbox).toKeepTheRules();
    expect((await sandbox.verdicts(undefined, { ended: true })).rules.find(({ id }) => id === NO_RESEND)?.kept).toBe(1);
  });

  test('fails for one that sends a pending booking again, and shows both calls', async ({ sandbox }) => {
    await sandbox.arm('book:pending(reads=2)');
    await bookBadly(sandbox);
    const message = await messageOf(expect(sandbox).toKeepTheRules());
    expect(message).toMatch(/^the client broke a rule:\n\nBROKEN transfer\.booking\.pending\.no-resend {2}§ 3\n {2}\w/);
    expect(message).toContain(
      '\n  expected  reads of the reservation while the booking is pending, and no second one\n  found     ',
    );
    expect(message.match(/^ {2}POST \/book → 200 {2}req_\w+, 2099-01-10T12:00:00\.000Z$/gm)).toHaveLength(2);
    expect(message.match(/^ {4}sent {6}.*$/gm)?.every((line) => line.includes('"pricingToken":"'))).toBe(true);
    expect(message.match(/^ {4}received {2}.*"status":"pending"/gm)).toHaveLength(2);
    expect(message).toMatch(
      /\n {2}instead {3}Keep the searchId, read .*\n {2}see {7}npx taxiway rules transfer\.booking/,
    );
    await expect(sandbox).not.toKeepTheRules();
    await expect(sandbox).toKeepTheRules({ except: [NO_RESEND] });
  });

  test('starts again with a reset of the sandbox', async ({ sandbox }) => {
    await sandbox.arm('book:pending');
    await bookBadly(sandbox);
    await sandbox.reset();
    await sandbox.arm('book:pending');
    await bookWell(sandbox);
    await expect(sandbox).toKeepTheRules();
  });

  test('fails where nothing was judged, negated too', async ({ sandbox }) => {
    expect(await messageOf(expect(sandbox).toKeepTheRules())).toContain('nothing was judged: the sandbox saw no call');
    expect(await messageOf(expect(sandbox).not.toKeepTheRules())).toContain('nothing was judged');
  });

  describe('for a client of which no call was accepted', () => {
    const SEND = 'with every call, as `headers` of the sandbox has them: "Authorization: Bearer <SECRET_KEY>"';
    type Change = (own: FileSandbox['headers'], keys: FileSandbox['keys']) => Record<string, string>;

    test.for<[what: string, change: Change, path: string, call: string, next: string]>([
      [
        'its public key and a wrong secret',
        (own) => ({ ...own, Authorization: 'Bearer sk_sandbox_wrong' }),
        '/search',
        'POST /search → 403 invalid_credentials: The credentials are not valid for this profile.',
        SEND,
      ],
      [
        'the code of another profile',
        (own, { publicKey }) => ({ ...own, 'X-Service-Id': `${publicKey}:dp_taxiway00001` }),
        '/search',
        'POST /search → 403 invalid_credentials: ',
        SEND,
      ],
      [
        'a malformed header',
        (own, { secretKey }) => ({ ...own, Authorization: secretKey }),
        '/search',
        'POST /search → 401 invalid_credentials: The Authorization header is malformed.',
        SEND,
      ],
      [
        'no credentials',
        () => ({}),
        '/search',
        'POST /search → 401 missing_api_token: The Authorization header is missing',
        SEND,
      ],
      [
        'the demo keys',
        () => ({
          Authorization: 'Bearer sk_sandbox_taxiway_demo',
          'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
        }),
        '/search',
        'POST /search → 403 invalid_credentials: ',
        SEND,
      ],
      [
        'an unknown address',
        (own) => ({ ...own }),
        '/v1/search',
        'POST /v1/search → 404 not_found: There is nothing at /v1/search',
        'did you mean POST /search?',
      ],
    ])('fails with what it sent: %s', async ([, change, path, call, next], { sandbox }) => {
      const headers = { ...change(sandbox.headers, sandbox.keys), 'Content-Type': 'application/json' };
      for (let i = 0; i < 2; i++) await fetch(sandbox.baseUrl + path, { method: 'POST', headers, body: '{}' });
      for (const assertion of [expect(sandbox).toKeepTheRules(), expect(sandbox).not.toKeepTheRules()]) {
        const message = await messageOf(assertion);
        expect(message).toMatch(/^nothing was judged: no call of this profile was accepted\. The sandbox saw\n/);
        expect(message).toContain(`\n  2 × ${call}`);
        expect(message).toContain(next);
        expect(message).not.toContain(sandbox.keys.secretKey);
      }
    });
  });

  test('fails for a broken rule in a call that was refused', async ({ sandbox }) => {
    const headers = { ...sandbox.headers, Authorization: sandbox.keys.secretKey };
    await searchFlights({ baseUrl: sandbox.baseUrl, headers });
    expect(await messageOf(expect(sandbox).toKeepTheRules())).toContain('auth.headers.authorization');
  });

  test('names an exception that is no rule', async ({ sandbox }) => {
    expect(await messageOf(expect(sandbox).toKeepTheRules({ except: ['transfer.bookin'] }))).toContain(
      'except names transfer.bookin, which is no rule that binds clients',
    );
  });

  test('says what it expects', async () => {
    expect(await messageOf(expect(7).toKeepTheRules())).toContain('expected a sandbox or its verdicts');
  });
});

describe('toKeepTheRules for a sandbox of the library', () => {
  let own: Sandbox;
  let caller: Caller;
  beforeAll(async () => {
    own = await createSandbox({ seed: 'rules', log: 'silent' });
    caller = { baseUrl: await own.listen(), headers: own.headers() };
  });
  afterAll(() => own.close());

  test('judges the demo profile, and another one by its code', async () => {
    const keys = await own.addProfile();
    await bookBadly({ ...caller, headers: { ...own.headers(keys), 'X-Sandbox-Scenario': 'book:pending' } });
    await expect(own).not.toKeepTheRules({ profileCode: keys.profileCode });
    await bookWell({ ...caller, headers: { ...caller.headers, 'X-Sandbox-Scenario': 'book:pending' } });
    await expect(own).toKeepTheRules();
    await expect(own.verdicts(undefined, { ended: true })).resolves.toKeepTheRules();
  });

  test('names the calls that it accepted from no profile', async () => {
    const { profileCode } = await own.addProfile();
    await fetch(`${caller.baseUrl}/search`, { method: 'POST' });
    expect((await own.strays())[0]).toMatchObject({ path: '/search', status: 401, code: 'missing_api_token' });
    const message = await messageOf(expect(own).toKeepTheRules({ profileCode }));
    expect(message).toContain('POST /search → 401 missing_api_token');
  });

  test('says when the judge is off', async () => {
    const off = await createSandbox({ judge: false, log: 'silent' });
    expect(await messageOf(expect(off).toKeepTheRules())).toContain('make it without judge: false');
    await off.close();
  });
});

async function messageOf(assertion: Promise<void>): Promise<string> {
  return assertion.then(
    () => 'it passed',
    (error: Error) => error.message,
  );
}
