import type { Browser, CDPSession, Page } from 'playwright-core';
import { stopwatch } from '../../src/base/stopwatch.ts';

/** A page, with the CPU time of its tasks and its heap. */
export interface WatchedPage {
  page: Page;
  /** Prints the seconds of `work`, the longest task of the page in it (CPU time), and the heap after it. */
  step: (title: string, work: () => Promise<unknown>) => Promise<void>;
}

/**
 * Opens a page to be measured. It can paint a frame after each task, so the longest task is the longest frame. CPU time
 * does not depend on what else runs on the machine.
 */
export async function watchPage(browser: Browser, url: string): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(url);
  return {
    page,
    step: async (title, work) => {
      const elapsed = stopwatch();
      await browser.startTracing(page, { categories: ['-*', TASKS] });
      let said: unknown;
      let trace: Buffer;
      try {
        said = await work();
      } finally {
        trace = await browser.stopTracing();
      }
      const seconds = (elapsed() / 1000).toFixed(1);
      const facts = typeof said === 'string' ? `; ${said}` : '';
      console.log(`${title}: ${seconds} s, ${tasksIn(trace)}, heap ${await heapMb(devtools)} MB${facts}`);
    },
  };
}

const TASKS = 'disabled-by-default-devtools.timeline';

/** An event of the trace; `tdur` is CPU time of its thread, in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/** Describes the tasks of the main threads of all pages: only one page is open. */
function tasksIn(trace: Buffer): string {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(threadOf);
  const tasks = traceEvents
    .filter((event) => event.name === 'RunTask' && mains.includes(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (tasks.length === 0) throw new Error('the trace has no task of the page');
  const total = tasks.reduce((sum, ms) => sum + ms, 0);
  const longest = tasks.reduce((most, ms) => Math.max(most, ms), 0);
  return `longest task ${longest.toFixed(1)} ms of CPU, ${(total / 1000).toFixed(2)} s in ${tasks.length} tasks`;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

/** Returns what is used after a garbage collection. */
async function heapMb(devtools: CDPSession): Promise<string> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const bytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  return (bytes / 1e6).toFixed(1);
}
