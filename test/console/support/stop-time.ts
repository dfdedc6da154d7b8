import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** The time of a page, which passes only on demand: its timers and frames wait, its network does not. */
export interface StoppedTime {
  pass(ms: number): Promise<void>;
  /** Lets time pass. Returns the number of requests of the page meanwhile. */
  requestsIn(ms: number): Promise<number>;
  /** Makes a change elsewhere. At most a second of the page passes until the page shows it. */
  isEnoughFor(shown: Locator, change: () => Promise<unknown>): Promise<void>;
}

/** Loads the page of a separate context again, waits until it is quiet, and stops its time. */
export async function stopTime(page: Page): Promise<StoppedTime> {
  let started = 0;
  const open = new Set<Request>();
  page.on('request', (request) => void (open.add(request), (started += 1)));
  const end = (request: Request) => void open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.clock.install();
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);

  const pass = (ms: number) => page.clock.runFor(ms);
  const requestsIn = async (ms: number) => {
    const before = started;
    await pass(ms);
    return started - before;
  };
  /** The stream alone stays open. */
  const quiet = async () => {
    const stillOpen = async () => [await requestsIn(1000), open.size];
    await expect.poll(stillOpen, { timeout: 60_000 }).toEqual([0, 1]);
  };
  await quiet();
  return {
    pass,
    requestsIn,
    async isEnoughFor(shown, change) {
      await quiet();
      const refreshed = page.waitForResponse((response) => response.url().endsWith('/clock'));
      await change();
      await refreshed;
      for (let passed = 0; passed < 1000 && !(await shown.isVisible()); passed += STEP_MS) {
        await pass(STEP_MS);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      await shown.waitFor();
    },
  };
}

const STEP_MS = 20;
/** Gives a busy machine the time to send responses between two steps. */
const PAUSE_MS = 50;
