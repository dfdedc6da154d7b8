import { once } from 'node:events';
import { VirtualClock } from '../../../src/base/clock.ts';
import { createSandbox } from '../../../src/index.ts';

// A sandbox with a frozen clock. It shares its store with other processes, and ends when its standard input ends.
const [, , store, now = '', aheadMs = '0'] = process.argv;
const machine = Date.now;
Date.now = () => machine() + Number(aheadMs);
const clock = new VirtualClock(now);
const sandbox = await createSandbox({ store, seed: 'replicas', clock, log: 'silent' });
process.stdout.write(`${await sandbox.listen()}\n`);
await once(process.stdin.resume(), 'end');
const { violations } = sandbox;
await sandbox.close();
process.exitCode = violations.length === 0 ? 0 : 1;
