import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { thirdOf } from '../support/full-size.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();
const guarded = useConsole({ adminToken: 'an-admin-token-of-this-test' });
const client = transferClient(sandbox);

/** Each opens a view with something in it, and goes on to what can be opened there, one step after the other. */
const views: Record<string, () => AsyncGenerator<Page>> = {
  async *'the live view and an exchange'() {
    const { headers } = await sandbox.post('/v1/flights/search', { cabin_class: 'economy' });
    const page = await sandbox.open(`live/${headers['x-request-id']}`);
    await page
      .getByRole('heading', { name: /Breaks a rule/ })
      .first()
      .waitFor();
    yield page;
  },
  async *'the calls that name no profile, and the verdicts on them'() {
    const headers = { Authorization: null, 'X-Service-Id': null };
    const call = await sandbox.post('/v1/flight/search', {}, { headers });
    const page = await sandbox.open(`live/${call.headers['x-request-id']}`, { profile: 'nobody' });
    await page.getByRole('heading', { name: 'Response' }).waitFor();
    yield page;
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Judge' }).click();
    await page.getByText('1 finding').first().waitFor();
    yield page;
  },
  async *'the bookings and one of them'() {
    const priced = await client.priced();
    await client.book(priced, {}, { scenario: 'pending-forever' });
    const page = await sandbox.open(`bookings?search=${priced.search.searchId}`);
    await page.getByText('◐ pending').waitFor();
    yield page;
    await page.getByRole('article').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Request' }).waitFor();
    const calls = page.getByRole('region', { name: 'Calls', exact: true });
    await calls.getByText('The same as a list').click();
    await calls.getByText('transfer-supplier').last().click();
    await calls.getByRole('region', { name: 'Response of transfer-supplier' }).waitFor();
    yield page;
  },
  async *'the clock, its agenda and its last move'() {
    await client.reserve();
    const page = await sandbox.open('clock');
    await page.getByRole('region', { name: 'Next due events' }).getByText('driver assigned').waitFor();
    await page.getByRole('button', { name: '+1 day', exact: true }).click();
    await page.getByRole('region', { name: 'The last move' }).getByText('fell due on the way').waitFor();
    yield page;
  },
  async *'the scorecard with what was broken'() {
    const body = bookRequest(await client.priced());
    for (const scenario of ['502-after-commit,resend-double-books', 'none'])
      await sandbox.post('/book', body, { scenario });
    const page = await sandbox.open('judge?section=4.3');
    await page.getByText('✕ broken').first().waitFor();
    yield page;
  },
  async *'the scenarios, unfolded, with a sequence armed'() {
    const text = encodeURIComponent('book:pending(reads=2),slow;none');
    const page = await sandbox.open(`scenarios?search=dni&sequence=${text}`);
    await page.getByRole('button', { name: 'Arm this sequence', exact: true }).click();
    await page.getByRole('region', { name: 'Armed now' }).getByText('Step 1 of 2 is next.').waitFor();
    for (const summary of await page.getByRole('main').locator('.scenario summary, .step summary').all())
      await summary.click();
    yield page;
  },
  async *'the profiles and one of them'() {
    const { profileCode } = await sandbox.sandbox.addProfile({ name: 'עברית 🚕' });
    const page = await sandbox.open(`profiles?search=${profileCode}`);
    const manage = page.getByRole('link', { name: `Manage עברית 🚕, ${profileCode}` });
    await manage.waitFor();
    yield page;
    await manage.click();
    await page.getByRole('button', { name: 'Add a key pair' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).waitFor();
    await page.getByRole('button', { name: /^Reset .*…$/ }).click();
    yield page;
  },
  async *'the search for everything'() {
    await client.reserve();
    const page = await sandbox.open('live');
    await page.getByRole('button', { name: /^Find/ }).click();
    await page.getByRole('combobox', { name: /^Find anything/ }).fill('completed');
    await page.getByRole('group', { name: 'Bookings' }).getByRole('option').first().waitFor();
    yield page;
  },
  async *'the form that asks for an admin token'() {
    const page = await guarded.open('live');
    await page.getByLabel('Admin token', { exact: true }).waitFor();
    yield page;
  },
  'the form that starts an exam': () => reference('exam', 'form'),
  'the index of the docs': () => reference('docs', '.docs'),
  'the rules': () => reference('rules/versioning.flight-v1-path?section=9', 'article'),
  'the assumptions': () => reference('assumptions?section=9', 'article'),
  'the error codes': () => reference('errors?status=403', 'article'),
};

it.each(thirdOf('console views', Object.keys(views)))('%s: nothing that axe finds', async (name) => {
  let seen = 0;
  for await (const page of views[name]?.() ?? []) {
    await expectAccessible(page);
    seen++;
  }
  expect(seen).toBeGreaterThan(0);
});

async function* reference(path: string, part: string): AsyncGenerator<Page> {
  const page = await sandbox.open(path);
  await page.locator(part).first().waitFor();
  yield page;
}
