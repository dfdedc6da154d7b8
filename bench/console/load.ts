import type { Browser } from 'playwright-core';
import { stopwatch } from '../../src/base/stopwatch.ts';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import type { ApiClient } from '../api-client.ts';
import { apiClient, makeProfile } from '../api-client.ts';
import type { MeasuredServer } from '../measured-server.ts';
import { scaled } from '../scaled.ts';
import { watchPage } from './watched-page.ts';

/**
 * Prints the longest task of the page and its heap: with 1,000 profiles, while 10,000 calls stream in at once, with
 * bodies of up to 5 MB, and during a minute of 200 calls a second, in the views that follow them. The calls are refused
 * searches, the cheapest that the journal has.
 */
export async function measureLoad(browser: Browser, { baseUrl }: MeasuredServer, scale: number): Promise<void> {
  const client = apiClient(baseUrl, demoKeys);
  for (let made = 0; made < scaled(1000, scale); made += 1) await makeProfile(baseUrl);
  const { page, step } = await watchPage(browser, `${baseUrl}/_sandbox/console#/${demoKeys.profileCode}/live`);
  const open = (view: string): Promise<void> => page.getByRole('navigation', { name: 'Views' }).getByText(view).click();

  await step('1,000 profiles', async () => {
    await open('Profiles');
    await page.locator('.profile-list .card').nth(1).waitFor();
    await page.getByRole('searchbox', { name: 'Search by name or code' }).pressSequentially('dp_');
    await page.locator('.profile-list .card').nth(1).waitFor();
  });
  await open('Live');
  await step('10,000 calls at once', () => callAtOnce(client, scaled(10_000, scale)));
  for (const { title, path, operation, body, says } of LARGE) {
    await step(title, async () => {
      await client.post(path, body);
      await page.locator('.row').filter({ hasText: operation }).click();
      await page.getByText(says).first().waitFor();
      const more = page.getByRole('button', { name: /^Show .* (more|characters)/ }).first();
      while (await more.isVisible()) await more.click();
    });
    await open('Live');
  }
  for (const view of ['Live', 'Live', 'Overview', 'Judge', 'Bookings', 'Scenarios']) {
    await open(view);
    await step(`200 calls a second, ${view}`, () => callSteadily(client, 10_000 * scale));
    if (view === 'Live') console.log(`  ${await page.locator('.filters .quiet').textContent()}`);
  }
}

/** Sends calls as fast as the sandbox responds. */
async function callAtOnce(client: ApiClient, amount: number): Promise<void> {
  let sent = 0;
  const caller = async (): Promise<void> => {
    while (sent++ < amount) await client.post('/v1/flights/search', '{}');
  };
  await Promise.all(Array.from({ length: 8 }, caller));
}

/** Sends 200 calls a second, evenly. Returns the rate that the machine managed. */
async function callSteadily(client: ApiClient, ms: number): Promise<string> {
  const elapsed = stopwatch();
  const before = client.calls();
  const underway: Promise<unknown>[] = [];
  while (elapsed() < ms) {
    const due = Math.ceil(elapsed() / 5) - (client.calls() - before);
    for (let call = 0; call < due; call += 1) underway.push(client.post('/v1/flights/search', '{}'));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(underway);
  return `${Math.round(((client.calls() - before) / elapsed()) * 1000)} calls a second`;
}

/** Above 1 MB, the sandbox refuses a body unread; of less it keeps the first 200 kB. */
const LARGE = [
  {
    title: 'a body of 5 MB',
    path: '/pricing',
    operation: 'pricing',
    body: nameOf(5_000_000),
    says: 'The body of 5000000 bytes was not read.',
  },
  {
    title: 'the beginning of a body of 0.9 MB',
    path: '/book',
    operation: 'book',
    body: nameOf(900_000),
    says: 'Only the beginning of 900000 bytes',
  },
  {
    title: 'a body with 90,000 values',
    path: '/reservations/cancel',
    operation: 'cancel',
    body: JSON.stringify(Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 1))),
    says: '[ 300 ]',
  },
];

/** A body with a name that fills it. */
function nameOf(bytes: number): string {
  const [before, after] = ['{"passengers":[{"given_name":"', '"}]}'];
  return before + 'Ada '.repeat(bytes).slice(0, bytes - before.length - after.length) + after;
}
