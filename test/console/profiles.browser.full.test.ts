import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { transferClient } from '../transfers/transfer-client.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

describe('the profiles', () => {
  it('shows the keys of a new profile once, and not after a reload', async () => {
    const page = await sandbox.open('profiles');
    await page.getByLabel('Name', { exact: true }).fill('צוות 🚕');
    await page.getByRole('button', { name: 'Make the profile' }).click();
    await page.getByText('צוות 🚕 is made.').waitFor();
    expect(await page.content()).not.toContain('sk_sandbox_');
    await page.getByRole('button', { name: 'Show it', exact: true }).click();
    expect(await page.content()).toContain('sk_sandbox_');
    await page.reload();
    await page.getByRole('link', { name: /^Show צוות 🚕, dp_/ }).waitFor();
    expect(await page.content()).not.toContain('sk_sandbox_');
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });

  it('copies the headers of a new profile, which work, and empties the form', async () => {
    const page = await sandbox.open('profiles', { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    await page.getByLabel('Name', { exact: true }).fill('Copied');
    await page.getByRole('button', { name: 'Make the profile' }).click();
    await page.getByRole('button', { name: 'Copy both headers' }).click();
    const headers = await copied(page, /^Authorization: Bearer sk_sandbox_/);
    const [, secretKey = '', publicKey = '', profileCode = ''] =
      /^Authorization: Bearer (\S+)\nX-Service-Id: (\S+):(\S+)\n$/.exec(headers) ?? [];
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await page.getByRole('link', { name: 'Show it live' }).click();
    await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
    await transferClient(sandbox, { keys: { publicKey, secretKey, profileCode } }).search();
    await page
      .getByRole('link', { name: /transfer-search|search/ })
      .first()
      .waitFor();
  });

  it('finds a profile of many by its name or code, page by page', async () => {
    const made = await Promise.all(Array.from({ length: 55 }, () => make('Many')));
    const { profileCode: named } = await make('Check 100% of "Team_B"');
    const page = await sandbox.open('profiles');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    const wanted = made[20]?.profileCode ?? '';
    const search = page.getByLabel('Search by name or code');
    for (const [typed, found] of [
      [wanted.slice(0, 8), wanted],
      [wanted, wanted],
      [wanted.slice(3, 9), wanted],
      ['100% of "team_', named],
    ] as const) {
      await search.fill(typed);
      await search.press('Enter');
      await page.getByRole('link', { name: new RegExp(`^Manage .*, ${found}$`) }).waitFor();
      await expect.poll(() => page.getByRole('listitem').count()).toBeLessThan(5);
    }
    await search.fill('nothing like this');
    await search.press('Enter');
    await page.getByText('No profile name or code contains this text.').waitFor();
  });
});

describe('one profile', () => {
  it('can be given another name and margin', async () => {
    const { profileCode } = await make('Before');
    const page = await sandbox.open(`profiles/${profileCode}`);
    await page.getByLabel('Name', { exact: true }).fill('After');
    await page.getByLabel('Margin in percent').fill('12.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `After ${profileCode}` }).waitFor();
    expect(await page.getByLabel('Margin in percent').inputValue()).toBe('12.5');
  });

  it('exports a profile and imports it into another', async () => {
    const [from, to] = [await make('From'), await make('To')];
    await transferClient(sandbox, { keys: from }).reserve();
    const source = await sandbox.open(`profiles/${from.profileCode}`);
    const path = await exported(source);
    await reset(source);
    const page = await sandbox.open(`profiles/${to.profileCode}`);
    await page.getByLabel(/^A file to import/).setInputFiles(path);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/^Imported: .*1 bookings/).waitFor();
    await page.getByRole('heading', { name: `From ${to.profileCode}` }).waitFor();
    await page.getByRole('row', { name: /^bookings 1 of at most/ }).waitFor();
  });

  it("accepts a dropped file, and shows the sandbox's reason for refusing it", async () => {
    const { profileCode } = await make('Stays');
    const page = await sandbox.open(`profiles/${profileCode}`);
    await page.getByLabel(/^A file to import/).waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['{"format":"something"}'], 'other.json'));
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    }`);
    await page.getByText('Put other.json').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('alert').getByText('400 import_damaged').waitFor();
    await page.getByText('it is not an export of a profile').waitFor();
  });

  it('needs a confirmation before a reset, and Escape cancels it', async () => {
    const keys = await make('Reset');
    await transferClient(sandbox, { keys }).search();
    const page = await sandbox.open(`profiles/${keys.profileCode}`);
    const searches = (count: number) => page.getByRole('row', { name: `searches ${count} of` }).waitFor();
    await searches(1);
    await page.getByRole('button', { name: /^Reset .*…$/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await searches(1);
    await reset(page);
    await searches(0);
  });

  it('can be given a key pair, and lose one', async () => {
    const { profileCode, publicKey } = await make('Keys');
    const page = await sandbox.open(`profiles/${profileCode}`);
    await page.getByRole('button', { name: 'Add a key pair' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await expect.poll(() => page.getByText('● works').count()).toBe(2);
    const first = page.getByRole('listitem').filter({ hasText: publicKey });
    await first.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await first.getByText('✕ revoked').waitFor();
  });

  it('shows a clear page without further requests if another tab removes it', async () => {
    const keys = await make('Goes');
    await transferClient(sandbox, { keys }).search();
    const watching = await sandbox.open('live', { profile: keys.profileCode });
    await watching.getByRole('status').filter({ hasText: 'live' }).waitFor();
    const page = await sandbox.open(`profiles/${keys.profileCode}`);
    await page.getByRole('button', { name: /^Remove .*…$/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('heading', { name: 'New profile' }).waitFor();
    await watching.getByRole('alert').getByText('404 profile_not_found').waitFor();
    await watching.getByText('ended').waitFor();
    await watching.getByRole('link', { name: 'Choose another profile' }).click();
    await watching.getByRole('heading', { name: 'New profile' }).waitFor();
  });
});

async function make(name: string): Promise<KeyPair> {
  return (await sandbox.post('/_sandbox/profiles', { name })).body.credential;
}

async function reset(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Reset .*…$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reset/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const path = await download.path();
  expect(await readFile(path, 'utf8')).toContain('"format":"taxiway-profile"');
  return path;
}

async function copied(page: Page, form: RegExp): Promise<string> {
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toMatch(form);
  return page.evaluate<string>('navigator.clipboard.readText()');
}
