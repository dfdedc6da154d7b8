// Two sandboxes on one PostgreSQL schema behind a load balancer: `node examples/replicas/start.ts [port]` in a clone.
// PostgreSQL is the one of DATABASE_URL, or else one from npm that ends with this command. SIGHUP restarts the
// sandboxes, one after the other.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../test/support/postgres/start-postgres.ts';
import { alternate } from './balancer.ts';

const TAXIWAY = fileURLToPath(new URL('../../package/run.cjs', import.meta.url));
const [port = '4010'] = process.argv.slice(2);
const postgres = process.env['DATABASE_URL'] === undefined ? startPostgres() : undefined;
const TAXIWAY_STORE = postgres?.url ?? process.env['DATABASE_URL'];
const processes: ChildProcess[] = [];
const addresses = await Promise.all([startReplica(0), startReplica(1)]);
const balancer = await alternate(addresses, Number(port));
const checks = setInterval(() => void checkReplicas(), 200);
print({ baseUrl: balancer.baseUrl, replicas: addresses });

process.once('SIGTERM', () => void end()).once('SIGINT', () => void end());
process.on('SIGHUP', () => void restart());

/** Starts `taxiway serve` and returns its address, from the line of --json. */
async function startReplica(at: number): Promise<string> {
  const args = [TAXIWAY, 'serve', '--port', '0', '--json', '--log', 'error'];
  const replica = spawn(process.execPath, args, {
    // The balancer asks several times in this time whether a replica is ready.
    env: { ...process.env, TAXIWAY_STORE, TAXIWAY_DRAIN_SECONDS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes[at] = replica;
  const ended = once(replica, 'exit').then(([code]) => Promise.reject(new Error(`a sandbox ended with ${code}`)));
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface(replica.stdout), 'line'), ended])) as [string];
  return (JSON.parse(line) as { baseUrl: string }).baseUrl;
}

/** Lets the balancer pass calls to ready replicas only. */
async function checkReplicas(): Promise<void> {
  for (const [at, address] of addresses.entries()) balancer.set(at, (await isReady(address)) ? address : null);
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/_sandbox/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function restart(): Promise<void> {
  for (const at of addresses.keys()) {
    await endReplica(at);
    const address = await startReplica(at);
    addresses[at] = address;
    while (!(await isReady(address))) await wait(50);
    await checkReplicas();
  }
  print({ baseUrl: balancer.baseUrl, replicas: addresses });
}

async function endReplica(at: number): Promise<void> {
  const replica = processes[at];
  if (replica?.exitCode === null && replica.kill()) await once(replica, 'exit');
}

async function end(): Promise<void> {
  clearInterval(checks);
  balancer.end();
  await Promise.all(addresses.map((_address, at) => endReplica(at)));
  await postgres?.end();
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
