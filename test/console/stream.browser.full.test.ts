import { expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the live view shows hundreds of simultaneous exchanges with few rows in the page', async () => {
  const keys = await sandbox.sandbox.addProfile({ name: 'Busy' });
  for (let call = 0; call < 20; call += 1)
    await Promise.all(Array.from({ length: 20 }, () => sandbox.post('/v1/flights/search', {}, { keys })));
  const page = await sandbox.open('live', { profile: keys.profileCode });
  await page.getByText('400 exchanges').waitFor();
  expect(await page.locator('.rows li').count()).toBeLessThan(60);
  const rows = page.getByRole('region', { name: 'Exchanges, newest first' });
  const lastPlace = async (): Promise<string | null> => {
    await rows.press('End');
    return rows.getByRole('listitem').last().getAttribute('aria-posinset');
  };
  await expect.poll(lastPlace, BUSY).toBe('400');
});

/** On a busy machine, a key can have no effect while the page is drawn. */
const BUSY = { timeout: 60_000, interval: 500 };
