import { expect, it } from 'vitest';
import { control } from '../control-api/control-client.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('every view opens from the navigation, and from its address', async () => {
  const page = await sandbox.open();
  const names = await page.getByRole('navigation').first().getByRole('link').allInnerTexts();
  expect(names).toEqual(['Live', 'Scenarios', 'Clock', 'Bookings', 'Judge', 'Overview', 'Exam', 'Profiles', 'Docs']);
  for (const name of names) {
    await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();
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

it('axe finds no fault in the scenarios view, on a light desktop and a dark phone', async () => {
  const page = await sandbox.open('scenarios');
  await page.getByRole('heading', { name: 'Scenarios', exact: true }).waitFor();
  await expectAccessible(page, [
    [1280, 'light'],
    [320, 'dark'],
  ]);
});

it('an unknown address shows a message with a link to Live', async () => {
  const page = await sandbox.open('nosuchview');
  await page.getByRole('alert').getByText('There is no page nosuchview').waitFor();
  await page.getByRole('link', { name: 'Go to Live' }).click();
  await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
});

it('the header leaves enough room on a phone, regardless of armed scenarios', async () => {
  const { profileCode } = sandbox.sandbox.demoKeys;
  const scenario = 'book:502-after-commit; read:502; none';
  await control(sandbox.baseUrl, 'PUT', `/profiles/${profileCode}/scenario`, { body: { scenario } });
  const page = await sandbox.open('live', { viewport: { width: 390, height: 844 } });
  const checkHeight = async (state: string) => {
    await page.getByTitle(scenario).waitFor();
    await page.getByRole('status').filter({ hasText: state }).waitFor();
    expect((await page.getByRole('main').boundingBox())?.y).toBeLessThan(150);
  };
  await checkHeight('live');
  await page.route('**/journal/stream**', () => undefined);
  await page.reload();
  await checkHeight('connecting');
});

it('the navigation of a phone scrolls to the current view', async () => {
  const page = await sandbox.open('docs', { viewport: { width: 320, height: 640 } });
  const current = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Docs' });
  const end = async () => {
    const { x, width } = (await current.boundingBox()) ?? { x: Infinity, width: 0 };
    return x + width;
  };
  await expect.poll(end).toBeLessThanOrEqual(320);
});
