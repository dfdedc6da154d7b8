import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import { PROGRAM, serveTaxiway } from '../cli/taxiway.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

const HEADERS = {
  Authorization: 'Bearer sk_sandbox_taxiway_demo',
  'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
  'Content-Type': 'application/json',
};

/** The system lets a process write no file beyond a size: as on a full disk, every write to the store fails. */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

describe.skipIf(process.platform !== 'linux')('while the disk of the store is full', () => {
  it('the sandbox is not ready, stores no partial records, and recovers once there is free space', async () => {
    const server = await serveTaxiway(['--store', temporaryFile(), '--now', '2027-01-10T12:00:00Z']);
    const get = (path: string) => sendRaw(server.baseUrl, { path, headers: HEADERS });
    const post = (path: string, body: object) =>
      sendRaw(server.baseUrl, { method: 'POST', path, headers: HEADERS, body: JSON.stringify(body) });
    const {
      offers: [offer],
    } = (await post('/v1/flights/search', FLIGHT_SEARCH)).body;
    const { searchId, offers } = (await post('/search', AIRPORT_TO_TOWN)).body;
    const { resultId, bookingToken } = offers.find(easy);
    const { pricingToken } = (await post('/pricing', { searchId, resultId, bookingToken })).body;
    const calls = {
      book: () => post('/book', { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER }),
      order: () => post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer)),
      addProfile: () => post('/_sandbox/profiles', { name: 'More' }),
      reset: () => post('/_sandbox/profiles/dp_taxiway00001/reset', {}),
    };
    const profiles = async () => (await get('/_sandbox/profiles')).body.profiles.length;
    expect((await get('/_sandbox/ready')).status).toBe(200);
    const before = await profiles();

    limitFiles(server.pid, 1);
    for (let i = 0; i < 2; i++) {
      expect(await get('/_sandbox/ready')).toMatchObject({ status: 503, body: { code: 'not_ready' } });
      for (const call of Object.values(calls))
        expect(await call()).toMatchObject({ status: 500, body: { statusCode: 500, code: 'store_unwritable' } });
    }
    expect((await get('/_sandbox/health')).status).toBe(200);
    expect((await get(`/reservations/details?searchId=${searchId}`)).body.code).toBe('reservation_not_found');
    expect(await profiles()).toBe(before);

    limitFiles(server.pid, 'unlimited');
    expect((await get('/_sandbox/ready')).status).toBe(200);
    expect((await get(`/reservations/details?searchId=${searchId}`)).body.code).toBe('reservation_not_found');
    expect((await calls.book()).body.status).toBe('completed');
    expect((await calls.order()).body.status).toBe('booked');
    expect((await calls.addProfile()).status).toBe(201);
    expect((await get(`/reservations/details?searchId=${searchId}`)).body.reservations).toHaveLength(1);
    expect((await calls.reset()).status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('a stopped process keeps acknowledged records, and the start on a full disk reports the cause', async () => {
    const store = temporaryFile();
    const server = await serveTaxiway(['--store', store, '--log', 'silent']);
    const { credential } = (
      await sendRaw(server.baseUrl, {
        method: 'POST',
        path: '/_sandbox/profiles',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
    ).body;
    limitFiles(server.pid, 1);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const start = () =>
      execFileSync(
        'bash',
        ['-c', `ulimit -f 1; exec "$@" 2>&1`, '-', process.execPath, PROGRAM, 'serve', '--port', '0', '--store', store],
        { encoding: 'utf8' },
      );
    expect(() => start()).toThrow(
      expect.objectContaining({
        status: 2,
        stdout: expect.stringMatching(
          /^taxiway serve: the store file .* cannot be written \(.*\); free space on its disk, or give another --st/,
        ),
      }),
    );

    const again = await serveTaxiway(['--store', store, '--log', 'silent']);
    const { body } = await sendRaw(again.baseUrl, { path: '/_sandbox/profiles' });
    expect(body.profiles.map(({ profileCode }: { profileCode: string }) => profileCode)).toContain(
      credential.profileCode,
    );
    again.kill('SIGTERM');
    expect(await again.ended).toBe(0);
  });
});
