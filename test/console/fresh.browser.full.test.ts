import type { Page } from 'playwright-core';
import { beforeEach, it } from 'vitest';
import { control, makeProfile } from '../control-api/control-client.ts';
import { openLive } from './support/open-live.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
let profile: string;

beforeEach(async () => {
  profile = (await makeProfile(console.baseUrl)).profileCode;
});

const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  control(console.baseUrl, method, `/profiles/${profile}${path}`, body && { body });
const armed = (page: Page) => page.getByRole('status', { name: 'Armed scenarios' });

const openView = (view: string) => openLive(console, view, profile);

it('every tab shows a clock that was moved elsewhere', async () => {
  const tabs = await Promise.all([openView('bookings'), openView('reference')]);
  await call('PUT', '/clock', { mode: 'frozen', now: '2027-03-01T08:00:00Z' });
  for (const tab of tabs)
    await tab.getByTitle('The clock of this profile').getByText('2027-03-01 08:00:00 UTC').waitFor();
  await call('POST', '/clock/advance', { by: 'P2D' });
  for (const tab of tabs)
    await tab.getByTitle('The clock of this profile').getByText('2027-03-03 08:00:00 UTC').waitFor();
});

it('every tab shows a scenario that was armed and cleared elsewhere', async () => {
  const tabs = await Promise.all([openView('live'), openView('clock')]);
  await call('PUT', '/scenario', { scenario: 'pending' });
  for (const tab of tabs) await armed(tab).getByText('pending').waitFor();
  await call('DELETE', '/scenario');
  for (const tab of tabs) await armed(tab).getByText('nothing armed').waitFor();
});
