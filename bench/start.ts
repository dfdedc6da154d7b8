import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stopwatch } from '../src/base/stopwatch.ts';
import { median } from './compare.ts';
import { printedUrl } from './measured-server.ts';
import { serveRegistry } from './registry.ts';
import { scaled } from './scaled.ts';

/** A way to start `taxiway`; `needs` is what builds it, and empty where it is built. */
interface Way {
  title: string;
  needs: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
}

const BUILT = 'dist/src/cli/main.cjs';
const EXECUTABLE = 'dist-bin/taxiway';
const PACKAGE = 'dist-package';
const fromClone: Way = { title: 'in a clone', needs: '', command: process.execPath, args: ['package/run.cjs'] };

/**
 * The start in every way in which people start it: in a clone, built, as an executable, and by npx with a warm cache
 * of npm, from a registry on this machine. What is not built is left out, and named. `scale` is the share of the usual
 * number of starts.
 */
export async function measureStarts(scale = 1): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-start-'));
  const registry = existsSync(PACKAGE) ? await serveRegistry(PACKAGE) : null;
  try {
    for (const way of waysOf(folder, registry?.url)) {
      if (way.needs === '') await printMedian(way, scale);
      else console.log(`start, ${way.title}: not measured; first run: ${way.needs}`);
    }
  } finally {
    registry?.close();
    rmSync(folder, { recursive: true });
  }
}

function waysOf(folder: string, registryUrl: string | undefined): Way[] {
  // npx prefers a package of the folder that it runs in.
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  return [
    fromClone,
    { title: 'built', needs: existsSync(BUILT) ? '' : 'npm run build', command: process.execPath, args: [BUILT] },
    {
      title: 'executable',
      needs: existsSync(EXECUTABLE) ? '' : 'npm run build:executable',
      command: resolve(EXECUTABLE),
      args: [],
    },
    {
      title: 'npx, warm cache',
      needs: registryUrl ? '' : 'npm run release:check',
      command: 'npx',
      args: ['--yes', 'taxiway'],
      env: {
        npm_config_registry: registryUrl ?? '',
        // The first start fills it.
        npm_config_cache: join(folder, 'cache'),
        // npm's default: without the addresses in its lock file npx looks every dependency up again.
        npm_config_omit_lockfile_registry_resolved: 'false',
      },
      cwd: empty,
    },
  ];
}

async function printMedian(way: Way, scale: number): Promise<void> {
  // The first one fills caches.
  await timeOneStart(way);
  const times: number[] = [];
  for (let i = 0; i < scaled(7, scale); i++) times.push(await timeOneStart(way));
  console.log(
    `start, ${way.title}: first response ${Math.round(median(times))} ms after the spawn (median of ` +
      `${times.length}; ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))})\n`,
  );
}

/** From the spawn of the process to its first response, in milliseconds. */
async function timeOneStart({ command, args, env = {}, cwd }: Way): Promise<number> {
  const isNpx = command === 'npx';
  const elapsed = stopwatch();
  const child = spawn(command, [...args, 'serve', '--port', '0', '--log', 'silent'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...withoutNpm(process.env), ...env },
    // It starts processes of its own.
    detached: isNpx,
    cwd,
  });
  const baseUrl = await printedUrl(child);
  await (await fetch(`${baseUrl}/_sandbox/health`)).text();
  const ms = elapsed();
  await new Promise((ended) => {
    child.removeAllListeners('exit').once('exit', ended);
    process.kill(isNpx ? -(child.pid ?? 0) : (child.pid ?? 0));
  });
  return ms;
}

/** What `npm run` sets would lead npx to the project that the benchmark is in. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
}
