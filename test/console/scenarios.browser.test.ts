import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { control, makeProfile } from '../control-api/control-client.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
let keys: KeyPair;
let profile: string;

beforeEach(async () => {
  keys = await makeProfile(console.baseUrl);
  profile = keys.profileCode;
});

const armed = async () => (await control(console.baseUrl, 'GET', `/profiles/${profile}/scenario`)).body.armed;
const armedNow = (page: Page) => page.getByRole('region', { name: 'Armed now' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const textOf = (page: Page) => page.getByLabel('As text').inputValue();

describe('the scenarios view', () => {
  it('links to each of its parts, and folds the others', async () => {
    const page = await console.open('scenarios', { profile, viewport: { width: 390, height: 844 } });
    await page.getByRole('link', { name: 'All scenarios', exact: true }).click();
    const heading = page.getByRole('heading', { name: 'All scenarios', exact: true });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400);
    expect(await page.getByRole('button', { name: 'Arm slow', exact: true }).isVisible()).toBe(false);
    await page.getByLabel('Search', { exact: true }).fill('slow');
    await page.getByRole('button', { name: 'Arm slow', exact: true }).waitFor();
    await page.getByLabel('Search', { exact: true }).fill('');
    await page.getByRole('heading', { name: 'The ride', exact: true }).click();
    await page.getByRole('button', { name: 'Arm driver-replaced', exact: true }).waitFor();
  });

  it('keeps the next booking pending with one click, and confirms it', async () => {
    const client = transferClient(console, { keys });
    const priced = await client.priced();
    const page = await console.open('scenarios', { profile });
    await armedNow(page).getByText('Nothing is armed').waitFor();
    await press(page, 'Keep the next booking pending');
    await armedNow(page).getByText('It acts for 1 call.').waitFor();
    const { status, searchId } = await client.book(priced);
    expect([status, (await client.read({ searchId })).status]).toEqual(['pending', 'pending']);
    await armedNow(page).getByText('Nothing is armed').waitFor();
    const did = page.getByRole('region', { name: 'Affected calls' });
    await did.getByText('pending-forever').waitFor();
    await did.getByRole('link', { name: 'bookTransfer' }).click();
    await page.getByRole('complementary').getByText('/book').first().waitFor();
    expect(page.url()).toContain(`#/${profile}/live/req_`);
  });

  it('arms a sequence, and shows the next step after each call of the client', async () => {
    const client = transferClient(console, { keys });
    const priced = await client.priced();
    const page = await console.open('scenarios?operation=book', { profile });
    await press(page, '+ step book:502-after-commit');
    await page.getByRole('search').getByLabel('Operation').selectOption('read');
    await press(page, '+ step read:502');
    await press(page, '+ step that lets a call pass');
    await press(page, 'Arm this sequence');
    await armedNow(page).getByText('Step 1 of 3 is next.').waitFor();

    expect((await console.post('/book', bookRequest(priced), { keys })).status).toBe(502);
    await armedNow(page).getByText('Step 2 of 3 is next.').waitFor();
    expect(await armedNow(page).locator('[aria-current=step]').textContent()).toContain('read:502 1 call left');
    const read = () => console.get('/reservations/details', { keys, query: { searchId: priced.search.searchId } });
    expect((await read()).status).toBe(502);
    await armedNow(page).getByText('Step 3 of 3 is next.').waitFor();
    const found = await read();
    expect([found.status, found.body.status]).toEqual([200, 'completed']);
    await armedNow(page).getByText('Nothing is armed').waitFor();
  });

  it('moves a step with the keyboard alone, and the focus follows', async () => {
    const page = await console.open(`scenarios?sequence=${encodeURIComponent('book:502;read:502;none')}`, { profile });
    await page.getByRole('button', { name: 'Move step 3 up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Step 3 is now step 2 of 3.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Step 2 is now step 1 of 3.').waitFor();
    expect(await textOf(page)).toBe('none;book:502;read:502');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move step 1 up');
  });

  it('has a form for the parameters, and arms a scenario with them for a number of calls', async () => {
    const page = await console.open('scenarios?search=pending&calls=3', { profile });
    const card = page.getByRole('listitem', { name: 'Pending, then completed' });
    await card.getByText('Options').click();
    await card.getByLabel('For', { exact: true }).selectOption('book');
    await card.getByLabel('reads').fill('2');
    await card.getByLabel('after').fill('PT5M');
    await card.getByRole('button', { name: 'Arm book:pending(reads=2,after=PT5M)' }).click();
    await armedNow(page).getByText('3 calls left').waitFor();
    expect(await armed()).toEqual({ scenario: 'book:pending(reads=2,after=PT5M)', calls: 3 });
    await armedNow(page).getByRole('button', { name: 'Clear' }).click();
    await armedNow(page).getByText('Nothing is armed').waitFor();
    expect(await armed()).toBeNull();
  });

  it('shows the scenarios that match the filter, and the next step if none does', async () => {
    const page = await console.open('scenarios?search=driver&operation=driver', { profile });
    await page.getByRole('heading', { name: 'Another driver comes' }).waitFor();
    await page.getByRole('searchbox').fill('zeppelin');
    await page.getByText('No scenario fits.').waitFor();
    await press(page, 'Show all');
    await page.getByText(/^\d{2} scenarios$/).waitFor();
  });
});
