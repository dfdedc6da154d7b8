import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { control, makeProfile } from '../control-api/control-client.ts';
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

describe('the scenarios view', () => {
  it('moves a step by drag', async () => {
    const page = await console.open(`scenarios?sequence=${encodeURIComponent('book:502;read:502;none')}`);
    await page
      .locator('.handle')
      .first()
      .dragTo(page.getByRole('listitem', { name: 'step 3' }));
    expect(await page.getByLabel('As text').inputValue()).toBe('read:502;none;book:502');
  });

  it('refuses an invalid number of calls to arm for, with the reason', async () => {
    const page = await console.open('scenarios?search=slow', { profile });
    for (const calls of ['-3', '1.5', '1000001']) {
      await page.getByLabel('Calls that it meets').fill(calls);
      await page.getByText(`Calls is "${calls}": a whole number from 1 to 1000000, or nothing`).waitFor();
      expect(await page.getByRole('button', { name: 'Arm slow', exact: true }).isDisabled()).toBe(true);
    }
    await page.getByLabel('Calls that it meets').fill('3');
    await press(page, 'Arm slow');
    await armedNow(page).getByText('It acts for 3 calls.').waitFor();
    expect(await armed()).toEqual({ scenario: 'slow', calls: 3 });
  });

  it('accepts a sequence as text, explains syntax errors, and keeps it in the address', async () => {
    const page = await console.open('scenarios', { profile });
    await page.getByLabel('As text').fill('book:pending(');
    await page.getByText('"book:pending(" cannot be read').waitFor();
    await page.getByLabel('As text').fill('book:pending(reads=2), read:slow; none');
    await page.getByRole('listitem', { name: 'step 2' }).waitFor();
    await page.reload();
    await page.getByRole('listitem', { name: 'step 1' }).getByText('pending(reads=2)').waitFor();
    await press(page, 'Arm this sequence');
    await armedNow(page).getByText('Step 1 of 2 is next.').waitFor();
    expect(await armed()).toEqual({
      scenario: 'book:pending(reads=2,calls=1),read:slow(calls=1);none(calls=1)',
      calls: null,
    });
  });

  it('lets two scenarios act together', async () => {
    const page = await console.open('scenarios?operation=book', { profile });
    await press(page, '+ step book:pending');
    await press(page, '+ to the last step: book:slow');
    await press(page, 'Arm this');
    await armedNow(page).getByText('It acts until cleared.').waitFor();
    expect(await armed()).toEqual({ scenario: 'book:pending,book:slow', calls: null });
  });

  it("shows the sandbox's reason for a refusal", async () => {
    const page = await console.open('scenarios?sequence=read:pending', { profile });
    await press(page, 'Arm this');
    await page.getByRole('alert').getByText('"pending" does not apply to getReservation').waitFor();
    expect(await armed()).toBeNull();
  });
});
