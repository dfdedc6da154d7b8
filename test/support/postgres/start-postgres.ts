import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asNobody } from './as-nobody.ts';
import { postgresBinaries } from './postgres-binaries.ts';

/** Separate PostgreSQL server behind a Unix socket. */
export interface Postgres {
  /** Address for a role with all rights. */
  url: string;
  start(): void;
  /** `fast` ends the sessions and writes everything; `immediate` is a crash. */
  stop(mode?: 'fast' | 'immediate'): void;
  /** Stops and starts it while this process goes on. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops the server and removes its files. */
  end(): Promise<void>;
}

/** Creates a server, ready in about a second. A watchdog ends it when this process ends, even by SIGKILL. */
export function startPostgres(): Postgres {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  chmodSync(folder, 0o755);
  const binaries = postgresBinaries(folder);
  const [cluster, log] = [join(folder, 'cluster'), join(folder, 'log')];
  const { uid, gid } = asNobody;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const run = (command: 'initdb' | 'pg_ctl', args: readonly string[]) => {
    execFileSync(join(binaries, command), args, { ...asNobody, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  run('initdb', ['-D', cluster, '-U', 'postgres', '--auth', 'trust', '--no-sync', ...NO_C_LOCALE]);
  writeFileSync(join(cluster, 'postgresql.auto.conf'), SETTINGS + `unix_socket_directories = '${folder}'\n`);
  const start = () => run('pg_ctl', ['-D', cluster, '-l', log, '-w', '-s', 'start']);
  const stop = (mode = 'fast') => run('pg_ctl', ['-D', cluster, '-m', mode, '-w', '-s', 'stop']);
  const restart = async (mode: 'fast' | 'immediate') => {
    const args = ['-D', cluster, '-l', log, '-m', mode, '-w', '-s', 'restart'];
    const restarting = spawn(join(binaries, 'pg_ctl'), args, { ...asNobody, cwd: folder, stdio: 'ignore' });
    const [code] = (await once(restarting, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`pg_ctl restart ended with ${code}; see ${log}`);
  };
  const watchdog = spawn(process.execPath, [WATCHDOG, join(binaries, 'pg_ctl'), cluster, folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const gone = new Promise<void>((resolve) => watchdog.once('exit', () => resolve()));
  start();
  return {
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    start,
    stop,
    restart,
    end() {
      watchdog.stdin?.end();
      return gone;
    },
  };
}

/** Sorts texts in another order than their bytes: the store must not depend on byte order. */
const NO_C_LOCALE = ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'en-US'];
/** Disables flushing, because no data outlives a test. */
const SETTINGS = `listen_addresses = ''
fsync = off
full_page_writes = off
shared_buffers = 32MB
max_connections = 100
`;
const WATCHDOG = new URL('watchdog.ts', import.meta.url).pathname;
