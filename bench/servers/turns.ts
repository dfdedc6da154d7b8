import { openSync } from 'node:fs';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { demoKeys } from '../../src/server/demo-keys.ts';
import { BoundedOutput } from '../../src/server/log.ts';
import type { Service } from '../../src/server/service.ts';
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
  turns: number;
}

// The sandbox as `taxiway serve` runs it, with a probe: while it watches, every turn of the event loop is measured as CPU
// time of this thread. Other processes and other threads do not count; garbage collection on this thread does.
let service: Service | undefined;
const sandbox = await startSandbox({ seed: 'bench', logTo: new BoundedOutput(openSync('/dev/null', 'w')) }, { service: (made) => void (service = made) });
let [longest, turns, watching] = [0, 0, false];
let copied = 0;
const GROUP = 1000;
process.on('message', async (order: TurnsOrder) => {
  if ('fill' in order) await fill(order.fill);
  else if (order.watch) {
    [longest, turns, watching] = [0, 0, true];
    setImmediate(watch);
  } else {
    watching = false;
    // The turn that is under way counts too.
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.send?.({ longestMs: longest / 1000, turns } satisfies Turns);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ baseUrl: await sandbox.listen() });

/** Runs once in each turn of the loop. */
function watch(before?: number): void {
  const { user, system } = process.threadCpuUsage();
  const now = user + system;
  if (before !== undefined) {
    turns += 1;
    longest = Math.max(longest, now - before);
  }
  if (watching) setImmediate(watch, now);
}

/** Through the store: by calls it would take minutes. */
async function fill({ profileCode, bookingId, copies }: Fill): Promise<void> {
  const { bookings } = service!.store;
  const [model] = await bookings.find(demoKeys.profileCode, { bookingId });
  for (let done = 0; done < copies; done += GROUP) {
    await Promise.all(Array.from({ length: Math.min(GROUP, copies - done) }, () => bookings.add(copyOf(model!, profileCode))));
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
