import { expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { BOUNDS } from '../../src/journal/bounds.ts';
import { openLive } from './support/open-live.ts';
import { useConsole } from './support/use-console.ts';

const console = useConsole();
const call = (keys?: KeyPair) => console.post('/v1/flights/search', {}, keys && { keys });
const callOften = async (times: number, keys?: KeyPair) => {
  for (let sent = 0; sent < times; sent += 20) await Promise.all(Array.from({ length: 20 }, () => call(keys)));
};

it('a link to a call that the journal has dropped says so, with the limit', async () => {
  const { headers } = await call();
  await callOften(BOUNDS.profile.exchanges);
  const page = await console.open(`live/${headers['x-request-id']}`);
  const panel = page.getByRole('complementary', { name: 'Exchange' });
  await panel.getByRole('alert').getByText('exchange_not_found').waitFor();
  await panel.getByText(/^The journal has dropped \d+ calls? before/).waitFor();
  await panel.getByText(/keeps the latest 1,000 of a profile/).waitFor();
  expect(await panel.getByRole('link', { name: 'Close' }).count()).toBe(1);
});

it('every listed call opens while the journal drops calls', async () => {
  const keys = await console.sandbox.addProfile({ name: 'Busy' });
  const page = await openLive(console, 'live', keys.profileCode);
  const refused = (await call({ ...keys, secretKey: 'sk_wrong' })).headers['x-request-id'];
  await callOften(BOUNDS.profile.exchanges + 100, keys);
  await page.getByText(/^The journal has dropped 1\d\d older ones\.$/).waitFor();
  const rows = page.getByRole('region', { name: 'Exchanges, newest first' });
  const kept = BOUNDS.profile.exchanges + 101 - (await droppedOf(keys));
  await page.getByText(`${kept} exchanges`).waitFor();
  const oldest = rows.getByRole('link');
  const lastId = async (): Promise<string | null> => {
    await rows.press('End');
    return oldest.last().getAttribute('id');
  };
  await expect.poll(lastId, BUSY).toBe(`row-${refused}`);
  for (const place of [-1, -2]) {
    await oldest.nth(place).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Response' }).waitFor();
  }
});

async function droppedOf({ profileCode }: KeyPair): Promise<number> {
  const response = await fetch(`${console.baseUrl}/_sandbox/profiles/${profileCode}/journal`);
  return ((await response.json()) as { dropped: { exchanges: number } }).dropped.exchanges;
}

/** On a busy machine, a key can have no effect while the page is drawn. */
const BUSY = { timeout: 60_000, interval: 500 };
