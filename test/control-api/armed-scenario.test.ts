import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN } from '../transfers/transfer-client.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';

const sandbox = useSandbox();
let keys: KeyPair;
let path: string;

beforeEach(async () => {
  keys = await makeProfile(sandbox.baseUrl);
  path = `/profiles/${keys.profileCode}/scenario`;
});

const arm = (body: unknown) => control(sandbox.baseUrl, 'PUT', path, { body, headers: headersOf(keys) });
const armed = async () => (await control(sandbox.baseUrl, 'GET', path, { headers: headersOf(keys) })).body.armed;
const search = (pair = keys) => sandbox.post('/search', AIRPORT_TO_TOWN, { keys: pair });
const echo = ({ headers }: { headers: Record<string, string> }) => [
  headers['x-sandbox-scenario'],
  headers['x-sandbox-scenario-from'],
];

describe('a scenario armed on a profile', () => {
  it('is null before it is armed, and is part of the profile', async () => {
    expect(await armed()).toBeNull();
    const { status, body } = await arm({ scenario: '502', calls: 3 });
    expect([status, body.armed]).toEqual([200, { scenario: '502', calls: 3 }]);
    expect(await armed()).toEqual(body.armed);
    expect((await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}`)).body.profile.armed).toEqual(
      body.armed,
    );
  });

  it('acts on every matching call of this profile until it is cleared', async () => {
    const other = await makeProfile(sandbox.baseUrl);
    await arm({ scenario: '502' });
    for (let i = 0; i < 5; i++) {
      const met = await search();
      expect([met.status, ...echo(met)]).toEqual([502, '502', 'profile']);
    }
    const flights = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys });
    expect([flights.status, ...echo(flights)]).toEqual([200, undefined, undefined]);
    expect((await search(other)).status).toBe(200);
    const cleared = await control(sandbox.baseUrl, 'DELETE', path, { headers: headersOf(keys) });
    expect([cleared.status, cleared.body.armed]).toEqual([200, null]);
    const after = await search();
    expect([after.status, ...echo(after)]).toEqual([200, undefined, undefined]);
    expect((await control(sandbox.baseUrl, 'DELETE', path)).status).toBe(200);
  });

  it('counts only the calls that it acts on', async () => {
    await arm({ scenario: '502', calls: 2 });
    await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { keys });
    await sandbox.post('/search', AIRPORT_TO_TOWN, { keys, scenario: 'none' });
    expect(await armed()).toEqual({ scenario: '502', calls: 2 });
    expect((await search()).status).toBe(502);
    expect(await armed()).toEqual({ scenario: '502', calls: 1 });
    expect((await search()).status).toBe(502);
    expect(await armed()).toBeNull();
    expect((await search()).status).toBe(200);
  });

  it('acts on exactly three of ten concurrent calls when it is armed for three', async () => {
    await arm({ scenario: '502', calls: 3 });
    const responses = await Promise.all(Array.from({ length: 10 }, () => search()));
    expect(responses.filter(({ status }) => status === 502)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(7);
    for (const response of responses)
      expect(echo(response)).toEqual(response.status === 502 ? ['502', 'profile'] : [undefined, undefined]);
  });

  it('is replaced by the next one', async () => {
    await arm({ scenario: '502', calls: 5 });
    await arm({ scenario: 'slow(delay=PT0S),server-error' });
    expect(await armed()).toEqual({ scenario: 'slow(delay=PT0S),server-error', calls: null });
    expect((await search()).status).toBe(500);
  });

  it('survives a restart, with its remaining calls', async () => {
    const store = temporaryFile();
    const first = await createSandbox({ store, log: 'silent' });
    const baseUrl = await first.listen();
    const own = await makeProfile(baseUrl);
    const place = `/profiles/${own.profileCode}/scenario`;
    await control(baseUrl, 'PUT', place, { body: { scenario: '502', calls: 2 } });
    const met = () =>
      sendRaw(baseUrl, {
        path: '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e',
        headers: headersOf(own),
      });
    expect((await met()).status).toBe(502);
    await first.close();
    const second = await createSandbox({ store, log: 'silent' });
    expect((await control(await second.listen(), 'GET', place)).body.armed).toEqual({ scenario: '502', calls: 1 });
    await second.close();
  });
});

describe('none, armed alone', () => {
  it.each([{ scenario: 'none' }, { scenario: ' none ' }, { scenario: 'none', calls: 3 }])(
    'clears what is armed, as DELETE does: %j',
    async (body) => {
      await arm({ scenario: '502' });
      const cleared = await arm(body);
      expect([cleared.status, cleared.body.armed, await armed()]).toEqual([200, null, null]);
      const met = await search();
      expect([met.status, ...echo(met)]).toEqual([200, undefined, undefined]);
    },
  );
});

describe('a scenario that can never act as requested is not armed:', () => {
  it.each([
    ['nonsense', 'unknown_scenario'],
    ['', 'invalid_request'],
    ['x'.repeat(501), 'invalid_request'],
    ['__proto__', 'unknown_scenario'],
    ['pending(', 'invalid_scenario'],
    ['book:none', 'invalid_scenario'],
    ['none,502', 'invalid_scenario'],
    ['502(calls=0)', 'invalid_scenario'],
    ['502(calls=1,calls=2)', 'invalid_scenario'],
    ['502;', 'invalid_scenario'],
    ['lunch:pending', 'unknown_scenario'],
    ['search:pending', 'scenario_not_applicable'],
    ['order:pending', 'scenario_not_applicable'],
    ['pending(reads=x)', 'invalid_scenario'],
    ['pending(chance=2)', 'invalid_scenario'],
    ['pending,failed', 'invalid_scenario'],
    ['pending,book:failed', 'invalid_scenario'],
    ['book:pending,book:pending', 'invalid_scenario'],
    ['502,search:server-error', 'invalid_scenario'],
  ])('%s', async (scenario, code) => {
    await arm({ scenario: 'failed' });
    const refused = await arm({ scenario });
    expectRefused(refused, [400, code]);
    expect(refused.body.details[0].path).toBe('/scenario');
    expect(await armed()).toEqual({ scenario: 'failed', calls: null });
  });

  it('scenarios without a common operation can be armed together', async () => {
    expect((await arm({ scenario: 'book:pending,change:failed,order:order-refused' })).status).toBe(200);
  });

  it.each([
    [{}, '/scenario'],
    [{ scenario: 5 }, '/scenario'],
    [{ scenario: null }, '/scenario'],
    [{ scenario: '502', calls: 0 }, '/calls'],
    [{ scenario: '502', calls: 1.5 }, '/calls'],
    [{ scenario: '502', calls: '3' }, '/calls'],
    [{ scenario: '502', calls: 1_000_001 }, '/calls'],
    [{ scenario: '502', until: 'noon' }, '/until'],
    [[], ''],
    [null, ''],
  ])('asked as %j', async (body, where) => {
    const refused = await arm(body);
    expect([refused.status, refused.body.details[0].path]).toEqual([400, where]);
    expect(await armed()).toBeNull();
  });

  it('requested without a body', async () => {
    expectRefused(await control(sandbox.baseUrl, 'PUT', path), [400, 'unsupported_content_type']);
    expect(
      (await control(sandbox.baseUrl, 'PUT', path, { headers: { 'Content-Type': 'application/json' } })).status,
    ).toBe(400);
  });
});
