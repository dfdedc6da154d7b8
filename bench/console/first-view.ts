import type { Browser, Page } from 'playwright-core';
import { stopwatch } from '../src/base/stopwatch.ts';
import { launchBrowser } from '../test/console/support/launch-browser.ts';
import { unpackBrowser } from '../test/console/support/unpack-browser.ts';
import type { MeasuredServer } from './measured-server.ts';
import { startUnpinned } from './measured-server.ts';
import { demoHeaders } from './requests.ts';

/**
 * Prints how long the first view takes, also on a slow machine and network, and how the live view copes with many
 * calls: how many the sandbox served and journaled, the longest frame of the page and its heap, over `seconds`. Calls
 * are refused searches, the cheapest that the journal has.
 */
export async function measureConsole(seconds: number): Promise<void> {
  const server = await startUnpinned('sandbox');
  const browser = await launchBrowser(await unpackBrowser());
  try {
    for (let view = 1; view <= 3; view += 1)
      console.log(`slow first view ${view}: ${await slowFirstView(browser, server)}`);
    const page = await browser.newPage();
    for (let view = 1; view <= 3; view += 1) console.log(`first view ${view}: ${await firstView(page, server)} ms`);
    await page.evaluate(COUNT_FRAMES);
    for (let second = 0; second < seconds; second += 10) {
      const sent = await callFor(server, 10_000);
      const { longestFrameMs, frames, heapMb } = await page.evaluate<Frames>('takeFrames()');
      console.log(
        `${second + 10} s: ${Math.round(sent / 10)} calls a second; ${frames} frames, the longest ` +
          `${Math.round(longestFrameMs)} ms; heap ${heapMb} MB; ${await page.locator('.filters .quiet').textContent()}`,
      );
    }
  } finally {
    await browser.close();
    await server.stop();
  }
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

/** Returns how many calls were served. */
async function callFor({ baseUrl }: MeasuredServer, ms: number): Promise<number> {
  const elapsed = stopwatch();
  let sent = 0;
  const caller = async (): Promise<void> => {
    while (elapsed() < ms) {
      // No more than a thousand in a second.
      if (sent >= elapsed()) await new Promise((resolve) => setTimeout(resolve, 5));
      const response = await fetch(`${baseUrl}/v1/flights/search`, {
        method: 'POST',
        headers: { ...demoHeaders, 'Content-Type': 'application/json' },
        body: '{}',
      });
      await response.arrayBuffer();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  return sent;
}

interface Frames {
  frames: number;
  longestFrameMs: number;
  heapMb: number;
}

const COUNT_FRAMES = `
  let last = performance.now(), longest = 0, frames = 0;
  const next = (now) => {
    longest = Math.max(longest, now - last);
    frames += 1;
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  globalThis.takeFrames = () => {
    const taken = { frames, longestFrameMs: longest, heapMb: Math.round(performance.memory.usedJSHeapSize / 1e6) };
    longest = frames = 0;
    return taken;
  };
`;
