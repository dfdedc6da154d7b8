import { once } from 'node:events';
import { VirtualClock } from '../../../src/base/clock.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';

// A sandbox that shares its store with other processes, from the sources: no command starts one. Ends with its input.
const [, , store, now = ''] = process.argv;
const sandbox = await startSandbox(
  { store, seed: 'replicas', clock: new VirtualClock(now), log: 'silent', judge: false },
  { access: 'shared' },
);
process.stdout.write(`${await sandbox.listen()}\n`);
await once(process.stdin.resume(), 'end');
const { violations } = sandbox;
await sandbox.close();
process.exitCode = violations.length === 0 ? 0 : 1;
