import { beforeEach, describe, expect, it } from 'vitest';
import { HarReader } from '../../src/exchange/har/read-har.ts';
import { JournalReader } from '../../src/exchange/journal-file/read-journal-file.ts';
import { Redaction } from '../../src/exchange/redaction.ts';
import type { KeyPair } from '../../src/index.ts';
import { bookTransfer, readTransfer, searchFlights } from '../fixture/client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';
import { journalClient } from './journal-client.ts';
import { stateClient } from './state-client.ts';
import { NO_RESEND, verdictOn, verdictsOn } from './verdicts-client.ts';

const sandbox = useSandbox();
const PICKUP = '2027-03-15T11:30:00';
let keys: KeyPair;

beforeEach(async () => {
  keys = await makeProfile(sandbox.baseUrl);
});

const askFor = (page: string, by = keys) =>
  control(sandbox.baseUrl, 'POST', `/profiles/${keys.profileCode}/page-keys/${page}`, { headers: headersOf(by) });
const pageKeys = async (page: 'console' | 'reference' = 'console') => (await askFor(page)).body.credential as KeyPair;
const caller = (of: KeyPair) => ({ baseUrl: sandbox.baseUrl, headers: headersOf(of) });
const origins = async (query = {}) =>
  (await journalClient(sandbox.baseUrl, keys).exchanges(query)).map(({ origin }) => origin);

async function newest(operation: string) {
  const journal = journalClient(sandbox.baseUrl, keys);
  const [{ exchangeId }] = await journal.exchanges({ operation, order: 'newest', limit: 1 });
  return journal.exchange(exchangeId);
}

/** Sends the latest call of an operation once more, byte for byte. */
async function sendAgain(operation: string, of: KeyPair, headers: Record<string, string> = {}): Promise<Response> {
  const { method, path, request } = await newest(operation);
  return fetch(sandbox.baseUrl + path, {
    method,
    headers: { ...headersOf(of), 'Content-Type': 'application/json', ...headers },
    body: request.body,
  });
}

/** A client that books and is left with a pending booking. */
async function bookPending(): Promise<void> {
  await control(sandbox.baseUrl, 'PUT', `/profiles/${keys.profileCode}/scenario`, {
    headers: headersOf(keys),
    body: { scenario: 'pending', calls: 1 },
  });
  await bookTransfer(caller(keys), PICKUP);
}

describe('the key pair of a page', () => {
  it('is the same each time, and not among the credentials of the profile', async () => {
    const first = await pageKeys();
    expect(await pageKeys()).toEqual(first);
    expect(await pageKeys('reference')).not.toEqual(first);
    const listed = await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/credentials`, {
      headers: headersOf(keys),
    });
    expect(listed.body.credentials.map(({ publicKey }: KeyPair) => publicKey)).toEqual([keys.publicKey]);
  });

  it('does not open the control API', async () => {
    const { publicKey, secretKey } = await pageKeys();
    const pair = { profileCode: keys.profileCode, publicKey, secretKey };
    expectRefused(await askFor('console', pair), [403, 'invalid_credentials']);
  });

  it('changes when a key pair of the profile is revoked', async () => {
    const before = await pageKeys();
    const path = `/profiles/${keys.profileCode}/credentials`;
    const other = (await control(sandbox.baseUrl, 'POST', path)).body.credential as KeyPair;
    await control(sandbox.baseUrl, 'DELETE', `${path}/${other.publicKey}`);
    expect((await searchFlights(caller(before))).status).toBe(403);
    expect((await searchFlights(caller(await pageKeys()))).status).not.toBe(403);
  });

  it('is removed with its profile', async () => {
    const before = await pageKeys();
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${keys.profileCode}`);
    expect((await searchFlights(caller(before))).status).toBe(403);
  });

  it('differs for each profile, and exists only for known pages', async () => {
    const { publicKey, secretKey } = await pageKeys();
    const profileCode = sandbox.sandbox.demoKeys.profileCode;
    expect((await searchFlights(caller({ profileCode, publicKey, secretKey }))).status).toBe(403);
    expectRefused(await askFor('client'), [400, 'invalid_request']);
  });
});

describe('the sender of a call', () => {
  it('is in the journal, and can be filtered', async () => {
    await searchFlights(caller(keys));
    await searchFlights(caller(await pageKeys()));
    await searchFlights(caller(await pageKeys('reference')));
    expect(await origins()).toEqual(['client', 'console', 'reference']);
    expect(await origins({ origin: 'console' })).toEqual(['console']);
    expect(await origins({ origin: 'client', contains: 'FRA' })).toEqual(['client']);
  });

  it('is in exports and files', async () => {
    await searchFlights(caller(keys));
    await searchFlights(caller(await pageKeys()));
    const client = stateClient(sandbox.baseUrl, keys);
    const file = async (form: string) =>
      Buffer.from((await client.call('GET', `/_sandbox/profiles/${keys.profileCode}/journal.${form}`)).text);
    const [har, lines] = [new HarReader(new Redaction()), new JournalReader()];
    for (const read of [har.write(await file('har')), lines.write(await file('ndjson'))])
      expect(read.map(({ origin }) => origin)).toEqual(['client', 'console']);
    const exported = await client.export();
    keys = await makeProfile(sandbox.baseUrl);
    expect(await stateClient(sandbox.baseUrl, keys).import(exported)).toMatchObject({ status: 200 });
    expect(await origins()).toEqual(['client', 'console']);
  });

  it('is the client for a call with any header and a key pair of the profile', async () => {
    await searchFlights(caller(keys));
    await sendAgain('flight-search', keys, {
      'X-Taxiway-Console': '1',
      Origin: sandbox.baseUrl,
      'X-Origin': 'console',
    });
    expect(await origins()).toEqual(['client', 'client']);
  });
});

describe('a call of a page', () => {
  it('breaks no rule, even if the same call by the client does', async () => {
    await bookPending();
    const console = await pageKeys();
    await sendAgain('book', console);
    expect(await verdictOn(sandbox.baseUrl, keys)).toMatchObject({ verdict: 'open', broken: 0 });
    expect(await verdictsOn(sandbox.baseUrl, keys)).toMatchObject({ passedOver: 1, verdicts: { exchanges: 3 } });
    await sendAgain('book', keys);
    expect(await verdictOn(sandbox.baseUrl, keys)).toMatchObject({ verdict: 'broken', broken: 1 });
  });

  it('does not count for the client: a read by the console is not a read by the client', async () => {
    await bookPending();
    const { searchId } = JSON.parse((await newest('book')).request.body);
    await readTransfer(caller(await pageKeys()), searchId);
    await sendAgain('book', keys);
    expect(await verdictOn(sandbox.baseUrl, keys, NO_RESEND)).toMatchObject({ verdict: 'broken' });
  });

  it('makes rules on the ids that it showed undecided, until the verdicts begin again', async () => {
    const { searchId } = await bookTransfer(caller(await pageKeys()), PICKUP);
    await readTransfer(caller(keys), searchId);
    const { verdicts, gap } = await verdictsOn(sandbox.baseUrl, keys);
    expect(verdicts.rules.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect(gap).toContain('the console or the API reference made calls');
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${keys.profileCode}/verdicts`);
    expect(await verdictsOn(sandbox.baseUrl, keys)).toMatchObject({ gap: null, passedOver: 0 });
  });

  it("a page's call to an unknown address is not judged either", async () => {
    await fetch(`${sandbox.baseUrl}/v1/flights/serach`, { method: 'POST', headers: headersOf(await pageKeys()) });
    expect(await verdictsOn(sandbox.baseUrl, keys)).toMatchObject({ passedOver: 1, verdicts: { exchanges: 0 } });
  });
});
