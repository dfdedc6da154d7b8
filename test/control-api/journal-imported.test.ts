import { describe, expect, it } from 'vitest';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { journalClient } from './journal-client.ts';
import { sealed, stateClient } from './state-client.ts';

const sandbox = useSandbox();
const prefixed = useSandbox({ transferPrefix: '/transfers' });

describe('an imported exchange', () => {
  it.each([
    ['DELETE', '/_sandbox/profiles/dp_taxiway00001'],
    ['POST', '/_sandbox/profiles/dp_taxiway00001/reset'],
    ['POST', '/_sandbox/v1/flights/search'],
    ['POST', '/_SANDBOX/v1/flights/search'],
    ['POST', '/x/../_sandbox/v1/flights/search'],
    ['POST', '/x/%2E%2e/_sandbox/v1/flights/search'],
    ['POST', '/book'],
    ['POST', '/elsewhere?/v1/flights/search'],
    ['GET', '/v1/flights/search'],
  ])('is refused with another method and path than its operation has: %s %s', async (method, path) => {
    const { client, file } = await exported();
    file.journal.exchanges[0] = { ...file.journal.exchanges[0], method, path };
    const { status, body } = await client.import(sealed(file));
    expect([status, body.code]).toEqual([400, 'import_unfit']);
    expect(body.details).toEqual([
      {
        path: '/journal/exchanges/0/path',
        message: 'journal.exchanges.0.path must be a call of searchFlights: POST /v1/flights/search',
      },
    ]);
  });

  it('may come from a sandbox with another prefix', async () => {
    const other = stateClient(prefixed.baseUrl, await prefixed.sandbox.addProfile());
    const { client, file } = await exported();
    const [exchange] = file.journal.exchanges;
    file.journal.exchanges = [{ ...exchange, operationId: 'bookTransfer', path: '/rides/v2.1/book?scenario=502' }];
    expect((await client.import(sealed(file))).status).toBe(200);
    expect((await other.import(sealed(file))).status).toBe(200);
  });

  it('is marked as imported, and can be repeated as before', async () => {
    const { client, file, keys } = await exported();
    await client.import(sealed(file));
    const journal = journalClient(sandbox.baseUrl, keys);
    const newest = await journal.newest();
    expect(newest).toMatchObject({ realTime: null, durationMs: null, repeatable: true });
    expect(await journal.curl(newest.exchangeId)).toContain('curl -sS');
  });
});

it('every call that the service assigned to an operation can be imported again', async () => {
  const keys = await sandbox.sandbox.addProfile();
  const paths = [
    ['POST', '/v1/flights/search/'],
    ['POST', '/V1/Flights/SEARCH'],
    ['POST', '/v1/flights/search?a=/../b'],
    ['GET', '/v1/flights/offers/gds-0/..'],
    ['GET', '/v1/flights/offers/%2e%2E/x%2Fy'],
    ['GET', '/v1/flights/offers/gds-0/x?#'],
    ['GET', '/v1/flights/offers/gds-0/x#y'],
    ['HEAD', '/v1/flights/offers/gds-0/x'],
  ];
  for (const [method, path] of paths)
    await sendRaw(sandbox.baseUrl, { method, path, headers: sandbox.sandbox.headers(keys) });
  const journal = journalClient(sandbox.baseUrl, keys);
  const client = stateClient(sandbox.baseUrl, keys);
  const before = (await journal.list()).exchanges.length;
  expect(before).toBeGreaterThanOrEqual(5);
  expect((await client.import(await client.export())).body).toMatchObject({ profile: {} });
  expect((await journal.list()).exchanges).toHaveLength(before);
});

it('no tool repeats a path with ".."', async () => {
  const keys = await sandbox.sandbox.addProfile();
  const headers = sandbox.sandbox.headers(keys);
  const journal = journalClient(sandbox.baseUrl, keys);
  for (const segment of ['..', '%2e%2E', '.', '.%2e']) {
    await sendRaw(sandbox.baseUrl, { method: 'GET', path: `/v1/flights/offers/gds-0/${segment}`, headers });
    const newest = await journal.newest();
    expect([newest.path, newest.repeatable]).toEqual([`/v1/flights/offers/gds-0/${segment}`, false]);
    const address = `/_sandbox/profiles/${keys.profileCode}/journal/${newest.exchangeId}/curl`;
    const { status, body } = await sendRaw(sandbox.baseUrl, { path: address, headers });
    expect([status, body.code]).toEqual([409, 'exchange_not_repeatable']);
  }
});

/** A new profile with one search, and its state. */
async function exported() {
  const keys = await sandbox.sandbox.addProfile();
  const client = stateClient(sandbox.baseUrl, keys);
  await sendRaw(sandbox.baseUrl, {
    method: 'POST',
    path: '/v1/flights/search',
    headers: { ...sandbox.sandbox.headers(keys), 'Content-Type': 'application/json' },
    body: JSON.stringify(FLIGHT_SEARCH),
  });
  return { keys, client, file: JSON.parse(await client.export()) };
}
