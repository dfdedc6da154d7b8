import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

let launched: Promise<Browser> | undefined;

/** Returns the browser of this worker, which its files share. It ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  return (launched ??= launchBrowser(inject('browser')));
}
