import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { control, makeProfile } from '../control-api/control-client.ts';
import { callable } from '../support/sandbox.ts';
import { transferClient } from '../transfers/transfer-client.ts';
import { openLive } from './support/open-live.ts';
import { stopTime } from './support/stop-time.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
let keys: KeyPair;
let profile: string;

beforeEach(async () => {
  keys = await makeProfile(console.baseUrl);
  profile = keys.profileCode;
});

const call = (method: 'POST' | 'PUT' | 'DELETE' | 'PATCH', path: string, body?: object) =>
  control(console.baseUrl, method, `/profiles/${profile}${path}`, body && { body });
const armed = (page: Page) => page.getByRole('status', { name: 'Armed scenarios' });

const openView = (view: string) => openLive(console, view, profile);

it('every tab shows changes made elsewhere: clock, scenario, settled booking, reset', async () => {
  const client = transferClient(console, { keys });
  await client.book(await client.priced(), {}, { scenario: 'pending-forever' });
  const { body } = await control(console.baseUrl, 'GET', `/profiles/${profile}/resources?kind=reservations`);
  const [booking] = (body as unknown as { resources: { resourceId: string }[] }).resources;
  const tabs = await Promise.all([openView('bookings'), openView('bookings')]);
  await call('PUT', '/scenario', { scenario: 'book:502' });
  for (const tab of tabs) await armed(tab).getByText('book:502').waitFor();
  await call('POST', `/resources/${booking?.resourceId}/actions`, { action: 'complete' });
  for (const tab of tabs) await tab.getByRole('article').getByText('● completed').waitFor();
  await call('POST', '/clock/advance', { by: 'P2D' });
  for (const tab of tabs)
    await tab.getByTitle('The clock of this profile').getByText('2027-01-12 12:00:00 UTC').waitFor();
  await call('POST', '/reset');
  for (const tab of tabs) await tab.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
});

it('a broken rule shows in every tab as soon as the client breaks it', async () => {
  const tabs = await Promise.all([openView('judge'), openView('overview')]);
  const search = {
    slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-01' }],
    cabin_class: 'economy',
  };
  await console.post('/v1/flights/search', { ...search, passengers: [] }, { keys });
  await tabs[0].getByText('1 exchange judged').waitFor();
  await tabs[1].getByRole('region', { name: 'Profiles' }).getByRole('row').getByText('broken, 1 ×').waitFor();
});

it('a change by a button in one tab appears in another', async () => {
  await call('PUT', '/scenario', { scenario: 'pending' });
  const [one, other] = await Promise.all([openView('live'), openView('live')]);
  await armed(other).getByText('pending').waitFor();
  await armed(one).getByRole('button', { name: 'Clear' }).click();
  await armed(other).getByText('nothing armed').waitFor();
});

it('a page sends no request without a change, and shows each change within a second', async () => {
  const client = transferClient(console, { keys });
  await client.book(await client.priced(), {}, { scenario: 'pending-forever' });
  const { body } = await control(console.baseUrl, 'GET', `/profiles/${profile}/resources?kind=reservations`);
  const { resources } = body as unknown as { resources: { resourceId: string }[] };
  const page = await console.open('bookings', { profile, context: {} });
  const time = await stopTime(page);
  await page.getByRole('article').getByText('◐ pending').waitFor();
  // The verdict on a call before may still arrive, once. A page that polls asks in every minute.
  await expect.poll(() => time.requestsIn(60_000)).toBe(0);

  await call('PUT', '/scenario', { scenario: 'pending' });
  await armed(page).getByText('pending').waitFor();
  await call('DELETE', '/scenario');
  await time.pass(1000);
  await armed(page).getByText('nothing armed').waitFor();

  const settled = page.getByRole('article').getByText('● completed');
  await time.isEnoughFor(settled, () =>
    call('POST', `/resources/${resources[0]?.resourceId}/actions`, { action: 'complete' }),
  );
  const emptied = page.getByRole('heading', { name: 'Nothing here yet' });
  await time.isEnoughFor(emptied, () => call('POST', '/reset'));
});

it('a new name, a new profile, an added and a revoked key appear in the list of profiles', async () => {
  const other = await makeProfile(console.baseUrl);
  const list = await openView('profiles');
  const page = await openView(`profiles/${other.profileCode}`);
  const key = (publicKey: string) => page.getByRole('listitem').filter({ hasText: publicKey });
  await key(other.publicKey).getByText('works').waitFor();
  const path = `/profiles/${other.profileCode}`;
  await control(console.baseUrl, 'PATCH', path, { body: { name: 'Renamed elsewhere' } });
  await list.getByText('Renamed elsewhere').waitFor();
  await page.getByRole('heading', { name: 'Renamed elsewhere' }).waitFor();
  const added = await control(console.baseUrl, 'POST', `${path}/credentials`);
  const { publicKey } = (added.body as unknown as { credential: KeyPair }).credential;
  await key(publicKey).getByText('works').waitFor();
  await control(console.baseUrl, 'DELETE', `${path}/credentials/${publicKey}`);
  await key(publicKey).getByText('revoked').waitFor();
  await console.sandbox.addProfile({ name: 'Made in a test' });
  await list.getByText('Made in a test').waitFor();
});

it('verdicts that are cleared elsewhere disappear', async () => {
  const client = transferClient(console, { keys });
  await client.priced();
  const page = await openView('judge');
  await page.getByText('2 exchanges judged').waitFor();
  await call('DELETE', '/verdicts');
  await page.getByText('0 exchanges judged').waitFor();
});

it('a booking that falls due without any call is shown as completed', async () => {
  const running = await startRunning();
  try {
    const client = transferClient(running);
    const priced = await client.priced();
    await client.book(priced, {}, { scenario: 'pending(after=PT3S)' });
    const page = await console.open('bookings', { baseUrl: running.baseUrl });
    await page.getByRole('article').getByText('● completed').waitFor();
  } finally {
    await running.sandbox.close();
  }
});

/** A sandbox on the clock of this machine. */
async function startRunning() {
  const sandbox: Sandbox = await createSandbox({ seed: 'test', log: 'silent' });
  const baseUrl = await sandbox.listen();
  return callable(() => ({ sandbox, baseUrl, clock: console.clock }));
}
