import { openSync } from 'node:fs';
import type { PerformanceEntry } from 'node:perf_hooks';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { BoundedOutput } from '../../src/server/log.ts';
import type { Service } from '../../src/service.ts';
import type { BookingRecord } from '../../src/store/bookings.ts';

/** What the parent process asks for, and receives one message for. */
export type TurnsOrder =
  /** Gives a profile copies of a booking of the demo profile: pending, due one minute later. */
  | { fill: Fill }
  /** Begins to measure, or ends it with the longest turn since. */
  | { watch: boolean };

interface Fill {
  profileCode: string;
  bookingId: string;
  copies: number;
}

export interface Turns {
  longestMs: number;
  /**
   * Of the turns in which the whole heap was not collected: how long that takes depends on what is in memory, not on
   * the load.
   */
  longestWithoutCollectionMs: number;
  turns: number;
}

// The sandbox as `taxiway serve` runs it, in memory or with a store file (the argument), with a probe: while it
// watches, every turn of the event loop is measured as CPU time of this thread. Other processes and other threads do
// not count; garbage collection on this thread does.
let service: Service | undefined;
const sandbox = await startSandbox(
  // Room for the largest loads, which are beyond the default bounds.
  {
    seed: 'bench',
    maxProfiles: 3000,
    maxBookings: 100_000,
    ...(process.argv[2] !== undefined && { store: process.argv[2] }),
    logTo: new BoundedOutput(openSync('/dev/null', 'w')),
  },
  { service: (made) => void (service = made) },
);
let watching = false;
let copied = 0;
let turns: Turn[] = [];
let count = 0;
const collections: { from: number; to: number }[] = [];
const GROUP = 1000;
/** Not worth keeping. */
const SHORT_MS = 1;

new PerformanceObserver((list) => {
  for (const { startTime, duration, detail } of list.getEntries() as (PerformanceEntry & {
    detail: { kind: number };
  })[]) {
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
      collections.push({ from: startTime, to: startTime + duration });
  }
}).observe({ entryTypes: ['gc'] });
process.on('message', (order: TurnsOrder) => void obey(order));
process.on('disconnect', () => process.exit(0));
process.send?.({ baseUrl: await sandbox.listen() });

async function obey(order: TurnsOrder): Promise<void> {
  if ('fill' in order) await fill(order.fill);
  else if (order.watch) {
    [turns, count, watching] = [[], 0, true];
    setImmediate(watch);
  } else {
    watching = false;
    // The turn that is under way counts too.
    await wait(100);
  }
  process.send?.(result());
}

interface Turn {
  from: number;
  to: number;
  ms: number;
}

/** Runs once in each turn of the loop. */
function watch(before?: { cpuMicros: number; at: number }): void {
  const { user, system } = process.threadCpuUsage();
  const now = { cpuMicros: user + system, at: performance.now() };
  if (before) {
    count += 1;
    const ms = (now.cpuMicros - before.cpuMicros) / 1000;
    if (ms > SHORT_MS) turns.push({ from: before.at, to: now.at, ms });
  }
  if (watching) setImmediate(watch, now);
}

function result(): Turns {
  const without = turns.filter((turn) => !collections.some(({ from, to }) => from < turn.to && to > turn.from));
  const longest = (some: readonly Turn[]) => some.reduce((most, { ms }) => Math.max(most, ms), 0);
  return { longestMs: longest(turns), longestWithoutCollectionMs: longest(without), turns: count };
}

/** Through the store: by calls it would take minutes. */
async function fill({ profileCode, bookingId, copies }: Fill): Promise<void> {
  const [model] = (await service?.store.bookings.find(demoKeys.profileCode, { bookingId })) ?? [];
  if (!service || !model) throw new Error(`the demo profile has no booking ${bookingId}`);
  const { bookings } = service.store;
  for (let done = 0; done < copies; done += GROUP) {
    await Promise.all(
      Array.from({ length: Math.min(GROUP, copies - done) }, () => bookings.add(copyOf(model, profileCode))),
    );
  }
}

function copyOf(model: BookingRecord, profileCode: string): BookingRecord {
  copied += 1;
  const bookingId = `b${copied.toString(16).padStart(31, '0')}`;
  return {
    ...model,
    profileCode,
    bookingId,
    pricingToken: `${model.pricingToken}${copied}`,
    status: 'pending',
    settlement: { to: 'completed', dueAt: sandbox.clock.now() + 60_000, afterReads: null, errorCode: null },
    reservation: { ...model.reservation, reservationId: bookingId },
  };
}
