import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { bookTransfer } from '../fixture/client.ts';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { ADMIN, ADMIN_TOKEN, control, expectRefused, headersOf } from './control-client.ts';
import { journalClient } from './journal-client.ts';
import { stateClient } from './state-client.ts';
import { NO_RESEND, ordersBrokenIn, verdictOn, verdictsOn } from './verdicts-client.ts';

const sandbox = useSandbox({ adminToken: ADMIN_TOKEN });
let keys: KeyPair;

beforeEach(async () => {
  keys = await sandbox.sandbox.addProfile();
});

/** A booking whose response is pending, and the body that was sent. */
async function pend(of = keys): Promise<object> {
  let sent = '';
  const call = async (address: string, init: { body: string }) => {
    sent = init.body;
    return fetch(address + (address.endsWith('/book') ? '?scenario=pending' : ''), init);
  };
  await bookTransfer({ baseUrl: sandbox.baseUrl, headers: headersOf(of) }, '2027-03-15T11:30:00', call);
  return JSON.parse(sent) as object;
}

async function breakRule(of = keys): Promise<void> {
  await sandbox.post('/book', await pend(of), { keys: of });
}

describe('the verdicts on a profile', () => {
  it('exist for every rule that binds clients before the first call', async () => {
    const { verdicts } = await verdictsOn(sandbox.baseUrl, keys);
    expect(verdicts).toMatchObject({ exchanges: 0, decided: 0, advice: [] });
    expect(verdicts.rules.find(({ id }) => id === NO_RESEND)?.verdict).toBe('not met');
  });

  it('show only the broken rule, with both exchanges as evidence', async () => {
    await breakRule();
    const { verdicts } = await verdictsOn(sandbox.baseUrl, keys, '?verdict=broken');
    expect(verdicts.rules).toMatchObject([
      {
        id: NO_RESEND,
        verdict: 'broken',
        broken: 1,
        findings: [{ exchanges: [{ operation: 'bookTransfer', status: 200 }, { operation: 'bookTransfer' }] }],
      },
    ]);
    expect(verdicts).toMatchObject({ exchanges: 4, summary: { broken: 1 } });
    expect(JSON.stringify(verdicts)).not.toContain('scenario=pending');
  });

  it('leave an occasion open until the recording ends', async () => {
    await pend();
    const { exchangeId } = await journalClient(sandbox.baseUrl, keys).newest();
    expect(await verdictOn(sandbox.baseUrl, keys)).toMatchObject({ verdict: 'open', openedBy: [exchangeId] });
    const { verdicts } = await verdictsOn(sandbox.baseUrl, keys, `?ended=true&rule=${NO_RESEND}`);
    expect(verdicts.rules).toMatchObject([{ verdict: 'kept', kept: 1, open: 0, openedBy: [] }]);
  });

  it('are in the journal with their exchange', async () => {
    await breakRule();
    const journal = journalClient(sandbox.baseUrl, keys);
    const [, , first, second] = await journal.exchanges();
    expect(first.verdicts).toEqual([]);
    expect(second.verdicts).toMatchObject([{ level: 'broken', rules: [NO_RESEND], pointer: '/pricingToken' }]);
    expect((await journal.exchange(second.exchangeId)).verdicts).toEqual(second.verdicts);
  });

  it.each(['DELETE', 'reset'])('begin again after a %s, and earlier identifiers stay known', async (how) => {
    await breakRule();
    const path = `/profiles/${keys.profileCode}/${how === 'DELETE' ? 'verdicts' : 'reset'}`;
    const cleared = await control(sandbox.baseUrl, how === 'DELETE' ? 'DELETE' : 'POST', path, {
      headers: headersOf(keys),
    });
    expect(cleared.status).toBe(200);
    if (how === 'DELETE') expect(cleared.body.exchanges).toBe(4);
    expect((await verdictOn(sandbox.baseUrl, keys)).verdict).toBe('not met');
    await breakRule();
    expect(await verdictOn(sandbox.baseUrl, keys)).toMatchObject({ verdict: 'broken', broken: 1 });
  });

  it('survive a change of the clock', async () => {
    await breakRule();
    const path = `/profiles/${keys.profileCode}/clock/advance`;
    await control(sandbox.baseUrl, 'POST', path, { headers: headersOf(keys), body: { by: 'PT1H' } });
    expect((await verdictOn(sandbox.baseUrl, keys)).broken).toBe(1);
  });

  it('require its credentials or the admin token', async () => {
    const path = `/profiles/${keys.profileCode}/verdicts`;
    const other = await sandbox.sandbox.addProfile();
    for (const [method, address] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', `${path}/stream`],
      ['GET', `/profiles/${keys.profileCode}/journal.ndjson`],
    ] as const) {
      expectRefused(await control(sandbox.baseUrl, method, address, { headers: headersOf(other) }), [
        403,
        'foreign_profile',
      ]);
      expect((await control(sandbox.baseUrl, method, address)).status).toBe(401);
    }
    expect((await control(sandbox.baseUrl, 'GET', path, { headers: ADMIN })).status).toBe(200);
  });

  it('show nothing of the exchanges of another profile', async () => {
    const other = await sandbox.sandbox.addProfile();
    const search = {
      slices: [{ origin: 'FRA', destination: 'FCO', departure_date: '2027-03-15' }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
    };
    const { body } = await sandbox.post('/v1/flights/search', search, { keys: other });
    const offer = (body as { offers: { offerId: string; gdsprovider: number }[] }).offers[0];
    const path = `/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`;
    const ordered = await sandbox.post(path, { currency: 'EUR', passengers: [] }, { keys });
    const { verdicts } = await verdictsOn(sandbox.baseUrl, keys);
    const found = verdicts.rules.find(({ id }) => id === 'flight-order.tracked-offer.same-profile');
    expect(found?.findings).toMatchObject([{ exchanges: [{ id: ordered.headers['x-request-id'] }] }]);
    expect(JSON.stringify(verdicts)).not.toContain('"departure_date');
  });

  it('name the other profile of an order while both profiles are judged at the same time', async () => {
    const clients = [keys, await sandbox.sandbox.addProfile()].map((own) => stateClient(sandbox.baseUrl, own));
    const offers = [];
    for (const client of clients) {
      await client.order('0/invented');
      offers.push((await client.searchFlights())[0]);
    }
    for (const [at, offer] of offers.reverse().entries())
      await clients[at]?.order(`${offer?.gdsprovider}/${offer?.offerId}`);
    const found = await Promise.all(clients.map((client) => verdictsOn(sandbox.baseUrl, client.keys)));
    for (const { verdicts } of found)
      expect(ordersBrokenIn(verdicts)).toEqual([
        'flight-order.path.offer-id 1',
        'flight-order.tracked-offer.same-profile 1',
      ]);
  });

  it('refuse a verdict that does not exist', async () => {
    const path = `/profiles/${keys.profileCode}/verdicts?verdict=red`;
    expectRefused(await control(sandbox.baseUrl, 'GET', path, { headers: headersOf(keys) }), [400, 'invalid_request']);
  });
});

describe('an unauthenticated call', () => {
  const call = (headers: Record<string, string>, path = '/reservations/details?searchId=1') =>
    sendRaw(sandbox.baseUrl, { path, headers });

  it("is judged for the profile of its public key, separately from the profile's calls", async () => {
    await call({ ...headersOf(keys), Authorization: 'Bearer sk_sandbox_wrong' });
    await call({ 'X-Service-Id': keys.publicKey });
    await call({ 'X-Service-Id': `${keys.publicKey}:${keys.profileCode}` }, '/no/such/address');
    const { verdicts, unauthenticated } = await verdictsOn(sandbox.baseUrl, keys);
    expect([verdicts.exchanges, unauthenticated.exchanges]).toEqual([0, 3]);
  });

  it('is judged for the sandbox if it names no key, visible to the admin', async () => {
    const path = '/profiles/nobody/verdicts';
    const read = () => control(sandbox.baseUrl, 'GET', path, { headers: ADMIN });
    const before = (await read()).body.unauthenticated.exchanges;
    await call({});
    await call({}, '/no/such/address');
    await call({ 'X-Service-Id': 'pk_sandbox_unknown:dp_aaaaaaaaaaaa' });
    expect((await read()).body.unauthenticated.exchanges).toBe(before + 3);
    expect((await control(sandbox.baseUrl, 'GET', path)).status).toBe(401);
    expect((await control(sandbox.baseUrl, 'GET', path, { headers: headersOf(keys) })).status).toBe(403);
  });

  it('a call to an unknown address belongs to the profile if its credentials are right', async () => {
    await call(headersOf(keys), '/no/such/address');
    await sendRaw(sandbox.baseUrl, { method: 'DELETE', path: '/book', headers: headersOf(keys) });
    expect((await verdictsOn(sandbox.baseUrl, keys)).verdicts.exchanges).toBe(2);
  });

  it('a call to the control API is not judged', async () => {
    await call(headersOf(keys), '/_sandbox/nothing');
    await call(headersOf(keys), '/');
    await sendRaw(sandbox.baseUrl, { method: 'DELETE', path: '/_sandbox/health', headers: headersOf(keys) });
    expect((await verdictsOn(sandbox.baseUrl, keys)).verdicts.exchanges).toBe(0);
  });
});
