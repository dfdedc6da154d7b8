import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeProfile } from '../control-api/control-client.ts';
import { transferClient } from '../transfers/transfer-client.ts';
import { openLive } from './support/open-live.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();

/** Interrupts the next calls to addresses that end with this path. */
async function interrupt(page: Page, path: string, times = 1): Promise<{ calls: () => number }> {
  let calls = 0;
  await page.route(`**${path}`, (route) => (calls++ < times ? route.abort('connectionreset') : route.continue()));
  return { calls: () => calls };
}

it('a page keeps its view and input after a failed call, and repeats the call', async () => {
  const keys = await makeProfile(console.baseUrl);
  const { headers } = await console.post('/v1/flights/search', { cabin_class: 'economy' }, { keys });
  const page = await openLive(console, `live/${headers['x-request-id']}`, keys.profileCode);
  await page.getByText('Edit and send').click();
  await page.getByLabel('Body').fill('{"typed":1}');

  const clock = await interrupt(page, '/clock');
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  const alert = page.getByRole('alert').getByText('The sandbox does not respond');
  await alert.waitFor();
  expect(await page.getByLabel('Body').inputValue()).toBe('{"typed":1}');
  await alert.waitFor({ state: 'detached' });
  expect(clock.calls()).toBeGreaterThan(1);
  expect(await page.getByLabel('Body').inputValue()).toBe('{"typed":1}');

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Clock' }).click();
  await page.getByRole('heading', { name: 'Next due events' }).waitFor();
  await page.goBack();
  expect(await page.getByLabel('Body').inputValue()).toBe('{"typed":1}');
});

it('a page whose first calls fail appears as soon as one succeeds', async () => {
  const page = await console.open('none');
  await interrupt(page, '/clock');
  await interrupt(page, '/resources?*');
  const { profileCode } = await makeProfile(console.baseUrl);
  await page.goto(`${console.baseUrl}/_sandbox/console#/${profileCode}/bookings`);
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('a view whose call fails loads again by itself', async () => {
  const keys = await makeProfile(console.baseUrl);
  const client = transferClient(console, { keys });
  await client.book(await client.priced());
  const page = await openLive(console, 'scenarios', keys.profileCode);
  const resources = await interrupt(page, '/resources?*', 3);
  await page.goto(`${console.baseUrl}/_sandbox/console#/${keys.profileCode}/bookings`);
  await page.getByRole('alert').getByText('The sandbox does not respond').waitFor();
  await page.getByRole('article').getByText('● completed').waitFor();
  expect(resources.calls()).toBeGreaterThan(3);
});
