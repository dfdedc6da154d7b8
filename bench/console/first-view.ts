import type { Browser, Page } from 'playwright-core';
import { stopwatch } from '../../src/base/stopwatch.ts';
import type { MeasuredServer } from '../measured-server.ts';

/** Prints how long the first view takes, also on a slow machine and network. */
export async function measureFirstViews(browser: Browser, server: MeasuredServer): Promise<void> {
  for (let view = 1; view <= 3; view += 1)
    console.log(`slow first view ${view}: ${await slowFirstView(browser, server)}`);
  const page = await browser.newPage();
  for (let view = 1; view <= 3; view += 1) console.log(`first view ${view}: ${await firstView(page, server)} ms`);
  await page.close();
}

async function firstView(page: Page, { baseUrl }: MeasuredServer): Promise<number> {
  await page.goto('about:blank');
  const elapsed = stopwatch();
  await page.goto(`${baseUrl}/_sandbox/console`);
  await page.getByRole('searchbox').waitFor();
  return Math.round(elapsed());
}

/** Loads the first view without a cache, at a quarter of the CPU and 1.6 Mbit/s with 150 ms of latency. */
async function slowFirstView(browser: Browser, server: MeasuredServer): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const seen = { requests: 0, bytes: 0 };
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  devtools.on('Network.requestWillBeSent', () => (seen.requests += 1));
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength));
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const ms = await firstView(page, server);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await context.close();
  const kilobytes = Math.round(seen.bytes / 1000);
  return `${ms} ms, ${Math.round(busy * 1000)} ms of them in tasks; ${seen.requests} requests, ${kilobytes} kB`;
}

const KILOBIT = 1000 / 8;
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1600 * KILOBIT,
  uploadThroughput: 750 * KILOBIT,
};
