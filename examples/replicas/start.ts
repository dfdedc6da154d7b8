// Two sandboxes on one PostgreSQL schema behind a load balancer: `node examples/replicas/start.ts [port]` in a clone.
// PostgreSQL is the one of DATABASE_URL, or else one from npm that ends with this command.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../test/support/postgres/start-postgres.ts';
import { alternate } from './balancer.ts';

const TAXIWAY = fileURLToPath(new URL('../../package/run.cjs', import.meta.url));
const [port = '4010'] = process.argv.slice(2);
const postgres = process.env['DATABASE_URL'] === undefined ? startPostgres() : undefined;
const DATABASE_URL = postgres?.url ?? process.env['DATABASE_URL'];
const processes: ChildProcess[] = [];
const addresses = await Promise.all([startReplica(), startReplica()]);
const { baseUrl, end: endBalancer } = await alternate(addresses, Number(port));
process.stdout.write(`${JSON.stringify({ baseUrl, replicas: addresses })}\n`);

process.once('SIGTERM', () => void end()).once('SIGINT', () => void end());

/** Starts `taxiway serve` and returns its address, from the line of --json. */
async function startReplica(): Promise<string> {
  const args = [TAXIWAY, 'serve', '--port', '0', '--json', '--log', 'error'];
  const replica = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(replica);
  const ended = once(replica, 'exit').then(([code]) => Promise.reject(new Error(`a sandbox ended with ${code}`)));
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface(replica.stdout), 'line'), ended])) as [string];
  return (JSON.parse(line) as { baseUrl: string }).baseUrl;
}

async function end(): Promise<void> {
  endBalancer();
  await Promise.all(
    processes.map(async (replica) => {
      if (replica.exitCode === null && replica.kill()) await once(replica, 'exit');
    }),
  );
  await postgres?.end();
}
