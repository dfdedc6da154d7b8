import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from './shared-browser.ts';

const DESKTOP = { width: 1280, height: 800 };

/**
 * The tabs of one test file. Loading a page costs more CPU than most tests, so tests share tabs: between two tests, a
 * tab shows no view.
 */
export class Tabs {
  /** Base URLs of the sandboxes that tests opened. */
  readonly origins = new Set<string>();
  #faults: string[] = [];
  #shared: Promise<BrowserContext> | undefined;
  #separate: BrowserContext[] = [];
  #spare: Page[] = [];
  #used: Page[] = [];

  /** Returns a tab without a view, with the size of a desktop. */
  async take(): Promise<Page> {
    const page = this.#spare.shift() ?? (await this.#add());
    this.#used.push(page);
    return page;
  }

  /** Returns a page in a context of its own, which ends with the test. */
  async separate(options: BrowserContextOptions): Promise<Page> {
    const context = await newContext(options);
    this.#separate.push(context);
    return this.#watched(await context.newPage());
  }

  /** Prepares the tabs for the next test, which gets new ones after a failure. Returns the faults of the pages. */
  async release({ hasFailed }: { hasFailed: boolean }): Promise<string[]> {
    const contexts = this.#separate;
    this.#separate = [];
    await Promise.all(contexts.map((each) => each.close()));
    await this.#closeForeign();
    const isClean = !hasFailed && this.#faults.length === 0;
    if (isClean) await Promise.all(this.#used.map(leaveView));
    else await this.close();
    this.#spare.unshift(...this.#used.filter((page) => !page.isClosed()));
    this.#used = [];
    const faults = this.#faults;
    this.#faults = [];
    return faults;
  }

  async close(): Promise<void> {
    const context = await this.#shared;
    this.#shared = undefined;
    this.#spare = [];
    await context?.close();
  }

  /** Closes each tab that a test or a page opened in the shared context. */
  async #closeForeign(): Promise<void> {
    const own = new Set([...this.#used, ...this.#spare]);
    const pages = (await this.#shared)?.pages() ?? [];
    await Promise.all(pages.filter((page) => !own.has(page)).map((page) => page.close()));
  }

  async #add(): Promise<Page> {
    const context = await (this.#shared ??= newContext({}));
    return this.#watched(await context.newPage());
  }

  #watched(page: Page): Page {
    page.setDefaultTimeout(60_000);
    page.on('pageerror', ({ message }) => this.#faults.push(message));
    page.on('console', (message) => {
      // The browser reports each response of 4xx; tests look at what the page makes of it.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.#faults.push(message.text());
    });
    page.on('request', (request) => {
      const isExpected = ['data:', ...this.origins].some((origin) => request.url().startsWith(origin));
      if (!isExpected) this.#faults.push(request.url());
    });
    return page;
  }
}

/** Without motion, no colour is half way between two. */
async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  return (await sharedBrowser()).newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
}

async function leaveView(page: Page): Promise<void> {
  if (page.isClosed()) return;
  await page.unrouteAll();
  await page.setViewportSize(DESKTOP);
  await page.evaluate(LEAVE);
  // Two changes of the address in a row can be one for the page, which would keep the view with its state.
  await page.waitForFunction(HAS_LEFT);
}

/** Closes what is open, and goes to an address of the profile without a view. */
const LEAVE = `{
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  location.hash = location.hash.replace(/^(#.[^/]*).*/, '$1/none');
}`;

/** True if the console shows that the address has no view. Other pages have nothing to leave. */
const HAS_LEFT = `['No such page', undefined].includes(document.querySelector('#main h1.unseen')?.textContent)`;
