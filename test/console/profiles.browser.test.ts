import { expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('states which profile its buttons affect if the header shows another', async () => {
  const { profileCode } = await sandbox.sandbox.addProfile({ name: 'Team B' });
  const page = await sandbox.open(`profiles/${profileCode}`);
  await page.getByRole('heading', { name: `Team B ${profileCode}` }).waitFor();
  await page.getByText('The header and the other views show Demo dp_taxiway00001.').waitFor();
  await page.getByRole('button', { name: `Reset Team B ${profileCode}…` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Reset Team B ${profileCode}` })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Remove Team B ${profileCode}…` }).waitFor();
  await page.getByRole('link', { name: 'Live', exact: true }).last().click();
  await page.getByRole('link', { name: `Team B ${profileCode}` }).waitFor();
  expect(page.url()).toContain(`#/${profileCode}/live`);
});

it('can be found by name, and the selected one comes first', async () => {
  for (const name of ['Unnamed', 'Unnamed', 'Nightly run']) await sandbox.sandbox.addProfile({ name });
  const page = await sandbox.open('profiles');
  await page.getByRole('link', { name: /^Manage Nightly run, / }).waitFor();
  const first = page.getByRole('listitem').first();
  await expect.poll(() => first.innerText()).toMatch(/^Demo\s+dp_taxiway00001[^]*shown now/);
  await page.getByLabel('Search by name or code').fill('nightly');
  await page.getByLabel('Search by name or code').press('Enter');
  await expect.poll(() => page.getByRole('listitem').count()).toBe(1);
  await page.getByRole('link', { name: /^Show Nightly run, / }).click();
  await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
});
