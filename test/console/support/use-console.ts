import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import type { SandboxOptions } from '../../../src/index.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { sharedBrowser } from './shared-browser.ts';

export interface TestConsole extends TestSandbox {
  /** A page of its own that shows `#/<profile>/<path>` of this sandbox, or of another one; closed after the test. */
  open(path?: string, options?: BrowserContextOptions & { profile?: string; baseUrl?: string }): Promise<Page>;
}

/**
 * A sandbox on a clock that stands still, and pages in the browser of the worker. Every test fails in which the page
 * throws, logs an error, or sends a request to another origin.
 */
export function useConsole(options: SandboxOptions = {}): TestConsole {
  const sandbox = useSandbox(options);
  let close: (() => Promise<void>)[] = [];
  let faults: string[] = [];
  afterEach(async () => {
    await Promise.all(close.map((each) => each()));
    close = [];
    const seen = faults;
    faults = [];
    expect(seen).toEqual([]);
  });

  const open: TestConsole['open'] = async (
    path = 'live',
    { profile, baseUrl = sandbox.baseUrl, ...contextOptions } = {},
  ) => {
    const browser = await sharedBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions });
    close.push(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      // The browser reports each response of 4xx; tests look at what the page makes of it.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    await page.goto(`${baseUrl}/_sandbox/console#/${profile ?? sandbox.sandbox.demoKeys.profileCode}/${path}`);
    return page;
  };
  return Object.assign(Object.create(sandbox, {}) as TestSandbox, { open });
}
