import { expect, it } from 'vitest';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();

it('the first view takes at most 12 requests and 60 kB over the wire', async () => {
  const page = await sandbox.open();
  await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const seen = { requests: 0, bytes: 0 };
  session.on('Network.requestWillBeSent', () => (seen.requests += 1));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength));
  await page.reload();
  await page.getByRole('heading', { name: 'Nothing has called yet' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  expect(seen.requests).toBeLessThanOrEqual(12);
  expect(seen.bytes).toBeGreaterThan(30_000);
  expect(seen.bytes).toBeLessThanOrEqual(60_000);
});
