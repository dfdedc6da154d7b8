// Two sandboxes on one PostgreSQL schema behind a load balancer: `node examples/replicas/start.ts [port]` in a clone.
// PostgreSQL is the one of DATABASE_URL, or else one from npm that ends with this command.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../test/support/postgres/start-postgres.ts';

const TAXIWAY = fileURLToPath(new URL('../../package/run.cjs', import.meta.url));
const [port = '4010'] = process.argv.slice(2);
const postgres = process.env['DATABASE_URL'] === undefined ? startPostgres() : undefined;
const DATABASE_URL = postgres?.url ?? process.env['DATABASE_URL'];
const processes: ChildProcess[] = [];
const addresses = await Promise.all([startReplica(), startReplica()]);
let calls = 0;

const balancer = createServer((req, res) => pass(req, res, addresses[calls++ % addresses.length] ?? ''));
await once(balancer.listen(Number(port), '127.0.0.1'), 'listening');
const baseUrl = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
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

function pass(req: IncomingMessage, res: ServerResponse, address: string): void {
  const { hostname, port: to } = new URL(address);
  const { method, url: path, headers } = req;
  const passed = request({ hostname, port: to, method, path, headers }, (response) => {
    res.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(res);
    response.on('error', () => res.destroy());
  });
  passed.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
  res.on('close', () => passed.destroy());
  req.pipe(passed);
}

async function end(): Promise<void> {
  balancer.close();
  balancer.closeAllConnections();
  await Promise.all(
    processes.map(async (replica) => {
      if (replica.exitCode === null && replica.kill()) await once(replica, 'exit');
    }),
  );
  await postgres?.end();
}
