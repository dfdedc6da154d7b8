import { it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const TOKEN = 'an-admin-token-of-this-test';
const guarded = useConsole({ adminToken: TOKEN });

it('a sandbox with an admin token reports a wrong token, and asks again', async () => {
  const page = await guarded.open('live', { context: {} });
  await page.getByLabel('Admin token', { exact: true }).fill('a-wrong-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/This is not the admin token/).waitFor();
  await page.getByLabel('Admin token', { exact: true }).waitFor();
});

it('the console forgets the credentials at a reload', async () => {
  const page = await guarded.open('live', { context: {} });
  await page.getByLabel('Admin token', { exact: true }).fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in to this sandbox' }).waitFor();
});
