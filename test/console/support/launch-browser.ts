import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

/** Starts the browser that `unpackBrowser` put there. */
export function launchBrowser({ browser, libraries }: { browser: string; libraries: string }): Promise<Browser> {
  return chromium.launch({
    executablePath: browser,
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  });
}
