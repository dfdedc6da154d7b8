import { openSync } from 'node:fs';
import type { Config } from '../../src/config/config.ts';
import { Journal } from '../../src/journal/journal.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { BoundedOutput } from '../../src/server/log.ts';

// The sandbox as `taxiway serve` runs it: log lines are written, to nowhere.
const args = process.argv.slice(2);
const lifetime = args.find((arg) => /^[\d.]+$/.test(arg));
class EmptyJournal extends Journal {
  override record(): void {}
}
const sandbox = await startSandbox(
  {
    seed: 'bench',
    ...storeOf(args.find((arg) => arg.startsWith('store='))?.slice('store='.length)),
    // A comparison books more on one profile than it may keep.
    ...boundsOf(args.find((arg) => arg.startsWith('bounds='))?.slice('bounds='.length)),
    ...(lifetime !== undefined && { offerMinutes: Number(lifetime), transferOfferMinutes: Number(lifetime) }),
    logTo: new BoundedOutput(openSync('/dev/null', 'w')),
  },
  args.includes('without-journal') ? { makeJournal: (store, reportError) => new EmptyJournal(store, reportError) } : {},
);
process.send?.({ baseUrl: await sandbox.listen() });

/** Without a judge in both stores: on PostgreSQL it works when it is asked, in memory at each call. */
function storeOf(store: string | undefined): Partial<Config> {
  return store === undefined ? {} : { store, judge: false };
}

function boundsOf(given = '1000000'): Partial<Config> {
  return given === 'default'
    ? {}
    : { maxSearches: Number(given), maxOrders: Number(given), maxBookings: Number(given) };
}
