import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import type { SandboxOptions } from '../../../src/index.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { Tabs } from './tabs.ts';

export interface TestConsole extends TestSandbox {
  /** Opens `#/<profile>/<path>` of this sandbox, or of another one. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
}

export interface OpenOptions {
  profile?: string;
  baseUrl?: string;
  viewport?: { width: number; height: number };
  /** Options of a separate context; without them, the page is a tab that tests share. */
  context?: BrowserContextOptions;
}

/**
 * A sandbox on a frozen clock, and tabs in the browser of the worker. A test fails if a page throws, logs an error, or
 * sends a request to another origin.
 */
export function useConsole(options: SandboxOptions = {}): TestConsole {
  const sandbox = useSandbox(options);
  const tabs = new Tabs();
  afterEach(async ({ task }) => {
    expect(await tabs.release({ hasFailed: task.result?.state === 'fail' })).toEqual([]);
  });
  afterAll(() => tabs.close());

  const open: TestConsole['open'] = async (
    path = 'live',
    { profile, baseUrl = sandbox.baseUrl, viewport, context } = {},
  ) => {
    tabs.origins.add(baseUrl);
    const page = await (context ? tabs.separate(context) : tabs.take());
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(`${baseUrl}/_sandbox/console#/${profile ?? sandbox.sandbox.demoKeys.profileCode}/${path}`);
    return page;
  };
  return Object.assign(Object.create(sandbox, {}) as TestSandbox, { open });
}
