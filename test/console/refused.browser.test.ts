import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { makeProfile } from '../control-api/control-client.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { openLive } from './support/open-live.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
let keys: KeyPair;

beforeEach(async () => {
  keys = await makeProfile(console.baseUrl);
});

const WRONG_ADDRESS = '/v1/flight/search';
const wrongSecret = () => ({ ...keys, secretKey: 'sk_wrong' });
const NO_KEYS = { Authorization: null, 'X-Service-Id': null };
const search = async (path: string, options: Parameters<typeof console.post>[2]) =>
  (await console.post(path, FLIGHT_SEARCH, options)).headers['x-request-id'] ?? '';
const row = (page: Page, id: string) => page.locator(`#row-${id}`);
const panel = (page: Page) => page.getByRole('complementary', { name: 'Exchange' });

it('a call to a wrong address is listed in the profile with the nearest operation, and can be opened', async () => {
  const page = await openLive(console, 'live', keys.profileCode);
  const id = await search(WRONG_ADDRESS, { keys });
  await row(page, id).getByText('404 not_found').waitFor();
  await row(page, id).getByText('no such address').waitFor();
  await row(page, id).getByText('nearest POST /v1/flights/search').waitFor();
  await row(page, id).click();
  await panel(page).getByRole('heading', { name: 'no such address' }).waitFor();
  await panel(page).getByText('Nearest: POST /v1/flights/search (flight-search)').waitFor();
  await panel(page)
    .getByText(/^The body of \d+ bytes was not read/)
    .waitFor();
  await panel(page)
    .getByText(/\d+ headers/)
    .first()
    .click();
  await panel(page).getByText('Bearer …').waitFor();
  for (const name of [/^Copy as/, 'Send again', /^Arm/])
    expect(await panel(page).getByRole('button', { name }).count()).toBe(0);
});

it('a call with a wrong secret is a row of the named profile, marked, and opens', async () => {
  const page = await openLive(console, 'live', keys.profileCode);
  const id = await search('/v1/flights/search', { keys: wrongSecret() });
  await row(page, id).getByText('403 invalid_credentials').waitFor();
  await row(page, id).getByText('credentials not valid').waitFor();
  await page.getByLabel('Outcome').selectOption('without valid credentials');
  await row(page, id).click();
  await panel(page).getByText('not valid: any sender can have made the call').waitFor();
  await panel(page).getByRole('region', { name: 'Response' }).getByText('"invalid_credentials"').waitFor();
});

it.each([
  { fault: 'a wrong address', path: WRONG_ADDRESS, keysOf: () => keys, title: 'no such address' },
  { fault: 'a wrong secret', path: WRONG_ADDRESS, keysOf: wrongSecret, title: 'no such address' },
])('the evidence link of a finding opens a call with $fault', async ({ path, keysOf, title }) => {
  const id = await search(path, { keys: keysOf() });
  const page = await openLive(console, 'judge', keys.profileCode);
  const evidence = page.getByRole('link', { name: `POST ${path}` }).first();
  expect(await evidence.getAttribute('href')).toContain(`live/${id}`);
  await evidence.click();
  await panel(page).getByRole('heading', { name: title }).waitFor();
});

it('Find and the overview include refused calls', async () => {
  const id = await search(WRONG_ADDRESS, { keys });
  const page = await openLive(console, 'overview', keys.profileCode);
  await page
    .getByRole('region', { name: 'Errors' })
    .getByRole('row', { name: /^no such address 404 not_found 1 open/ })
    .waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find anything/ }).fill('flight/search');
  await page
    .getByRole('group', { name: 'Calls' })
    .getByRole('option')
    .filter({ hasText: 'no such address 404 not_found' })
    .click();
  await page.waitForURL(`**/live/${id}`);
});

it('calls that name no profile have a separate list, panel and verdicts', async () => {
  const page = await openLive(console, 'live', keys.profileCode);
  const id = await search(WRONG_ADDRESS, { headers: NO_KEYS });
  await page.getByRole('link', { name: /^\d+ calls? names? no profile$/ }).click();
  await page.getByText('These calls have neither a public key nor a profile code').waitFor();
  await row(page, id).getByText('nearest POST /v1/flights/search').waitFor();
  await row(page, id).click();
  await panel(page).getByRole('region', { name: 'Response' }).getByText('"not_found"').waitFor();
  const views = page.getByRole('navigation', { name: 'Views' });
  expect(await views.getByRole('link', { name: 'Bookings' }).count()).toBe(0);
  await views.getByRole('link', { name: 'Judge' }).click();
  await page
    .getByRole('link', { name: `POST ${WRONG_ADDRESS}` })
    .first()
    .click();
  await panel(page).getByRole('heading', { name: 'no such address' }).waitFor();
  await views.getByRole('link', { name: 'Profiles' }).click();
  const list = page.getByRole('region', { name: 'All profiles' });
  await list.getByRole('link', { name: 'Calls that name no profile' }).click();
  await row(page, id).waitFor();
});

it('a view of one profile replaces calls that name no profile by a link to the profiles', async () => {
  const page = await console.open('bookings', { profile: 'nobody' });
  await page.getByRole('link', { name: 'Choose a profile' }).click();
  await page.getByRole('heading', { name: 'New profile' }).waitFor();
});
