import { expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the first view takes at most 12 requests and 60 kB over the wire', async () => {
  const page = await sandbox.open();
  await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const addresses: string[] = [];
  const seen = { bytes: 0 };
  session.on('Network.requestWillBeSent', ({ request }) => addresses.push(request.url));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength));
  await page.reload();
  await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(12);
  expect(seen.bytes).toBeGreaterThan(30_000);
  expect(seen.bytes).toBeLessThanOrEqual(60_000);
});

it('a slow reading of the clock at the start is followed by one more', async () => {
  const page = await sandbox.open('live', { context: {} });
  await page.clock.install();
  let asked = 0;
  let letPass = (): void => undefined;
  const held = new Promise<void>((resolve) => (letPass = resolve));
  await page.route('**/clock', async (request) => {
    asked += 1;
    await held;
    await request.continue();
  });
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  await page.clock.runFor(2000);
  expect(asked).toBe(1);
  letPass();
  await page.getByTitle('The clock of this profile').waitFor();
  await page.clock.runFor(2000);
  await expect.poll(() => asked).toBe(2);
  await page.clock.runFor(2000);
  expect(asked).toBe(2);
});
