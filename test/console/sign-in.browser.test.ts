import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const TOKEN = 'an-admin-token-of-this-test';
const guarded = useConsole({ adminToken: TOKEN });

describe('a sandbox with an admin token', () => {
  it('asks for the token, and then shows the profile and its live calls', async () => {
    const page = await openSignedOut();
    await page.getByRole('heading', { name: 'Sign in to this sandbox' }).waitFor();
    await page.getByLabel('Admin token', { exact: true }).fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    await guarded.post('/v1/flights/search', {});
    await page.getByRole('link', { name: /400 .* flight-search/ }).waitFor();
    await expectNoSecret(page, TOKEN);
  });

  it('shows the holder of a key pair only that profile', async () => {
    const { profileCode, publicKey, secretKey } = await guarded.sandbox.addProfile({ name: 'Mine' });
    const page = await openSignedOut(profileCode);
    await page.getByLabel('the key pair of a profile').check();
    await page.getByLabel('Profile code').fill(profileCode);
    await page.getByLabel('Public key').fill(publicKey);
    await page.getByLabel('Secret key').fill(secretKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
    await guarded.post('/v1/flights/search', {}, { keys: { profileCode, publicKey, secretKey } });
    await page.getByRole('link', { name: /400 .* flight-search/ }).waitFor();
    await expectNoSecret(page, secretKey);
  });

  it('keeps wrong keys in the form for correction', async () => {
    const { profileCode, publicKey, secretKey } = await guarded.sandbox.addProfile({ name: 'Mistyped' });
    const page = await openSignedOut(profileCode);
    await page.getByLabel('the key pair of a profile').check();
    await page.getByLabel('Profile code').fill(profileCode);
    await page.getByLabel('Public key').fill(publicKey);
    await page.getByLabel('Secret key').fill(`${secretKey}x`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The credentials are not valid for this profile').waitFor();
    await expect.poll(() => page.getByLabel('Secret key').inputValue()).toBe(`${secretKey}x`);
    expect(await page.getByLabel('Public key').inputValue()).toBe(publicKey);
    await expectNoSecret(page, secretKey);
    await page.getByLabel('Secret key').fill(secretKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  });
});

/** The page remembers the credential of the previous test until a reload. */
async function openSignedOut(profile?: string): Promise<Page> {
  const page = await guarded.open('live', profile === undefined ? {} : { profile });
  await page.reload();
  return page;
}

/** Neither in the address, nor in storage, nor in the page. */
async function expectNoSecret(page: Page, secret: string): Promise<void> {
  expect(page.url()).not.toContain(secret);
  expect(await page.content()).not.toContain(secret);
  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  expect(JSON.stringify([cookies, origins])).not.toContain(secret);
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).toBe('{}');
}
