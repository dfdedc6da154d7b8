import { ADMIN_TOKEN, control } from '../control-api/control-client.ts';
import type { Body } from '../support/body.ts';
import { present } from '../support/present.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { describeApi } from './described-api.ts';
import type { Grounds } from './make-calls.ts';
import { serviceGrounds } from './service-grounds.ts';

/** The control API of a sandbox with an admin token, whose demo profile has something of everything. */
export async function controlGrounds(sandbox: TestSandbox): Promise<Grounds> {
  const admin: [string, string] = ['Authorization', `Bearer ${ADMIN_TOKEN}`];
  const get = async (path: string) =>
    (await control(sandbox.baseUrl, 'GET', path, { headers: Object.fromEntries([admin]) })).body;
  const { credentials, prepared } = await serviceGrounds(sandbox);
  await sandbox.post(present(prepared['createFlightOrder']).path, present(prepared['createFlightOrder']).body);
  const { profileCode, publicKey } = sandbox.sandbox.demoKeys;
  const other = await sandbox.sandbox.addProfile({ name: 'Other' });
  const own = `/profiles/${profileCode}`;
  const resourcesOf = async (kind: string): Promise<Body[]> => (await get(`${own}/resources?kind=${kind}`)).resources;
  const [searches, offers, orders, reservations] = await Promise.all(
    ['searches', 'offers', 'orders', 'reservations'].map(resourcesOf),
  );
  const exchanges: Body[] = (await get(`${own}/journal`)).exchanges;
  return {
    api: describeApi(await get('/control-api.json')),
    credentials: { ...credentials, adminToken: admin },
    known: {
      profileCode: [profileCode, profileCode, profileCode, profileCode, other.profileCode],
      publicKey: [publicKey, other.publicKey],
      orderId: orders.map(({ resourceId }) => resourceId),
      exchangeId: exchanges.slice(0, 5).map(({ exchangeId }) => exchangeId),
      resourceId: [searches, offers, orders, reservations].flatMap((each) =>
        each.slice(0, 3).map(({ resourceId }) => resourceId),
      ),
      operation: ['searchFlights', 'bookTransfer'],
      status: [200],
      contains: [offers[0].offerId, 'MAD'],
      by: ['PT21M', 'P1D', 'PT0.5S', 'P366D'],
      now: ['2027-01-10T12:30:00Z', '2027-01-11T12:00:00+02:00'],
      scenario: ['pending', 'book:pending,failed', 'none', 'server-error', 'nobody', 'failed(chance=0.5)'],
    },
    prepared: { importProfile: { path: `/_sandbox${own}/import`, body: await get(`${own}/export`) } },
  };
}
