import { expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('every view opens from the navigation, and from its address', async () => {
  const page = await sandbox.open();
  const names = await page.getByRole('navigation').first().getByRole('link').allInnerTexts();
  expect(names).toEqual(['Live', 'Scenarios', 'Clock', 'Bookings', 'Judge', 'Profiles', 'Docs']);
  for (const name of names) {
    await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();
    await expect.poll(() => page.title()).toContain(name);
    await page.reload();
    await expect.poll(() => page.title()).toContain(name);
    await expect.poll(async () => (await page.getByRole('main').innerText()).length).toBeGreaterThan(40);
  }
  for (const [path, entry] of [
    ['rules', 'flight-search.endpoint'],
    ['assumptions', 'flight.currencies'],
    ['errors', 'invalid_request'],
  ]) {
    await page.goto(`${page.url().split('#')[0]}#/${sandbox.sandbox.demoKeys.profileCode}/${path}`);
    await page.getByRole('article', { name: entry, exact: true }).waitFor();
  }
});
