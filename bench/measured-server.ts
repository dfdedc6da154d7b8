import type { ChildProcess, ForkOptions } from 'node:child_process';
import { fork, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.ts';

const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { scripts: { start: string } };

/** A server in a process of its own, pinned to the first core where the machine can do that. */
export interface MeasuredServer {
  baseUrl: string;
  /** CPU time used so far (microseconds) and resident memory (bytes), after a garbage collection if asked. */
  usage(collect?: boolean): Promise<Usage>;
  /** Sends a message that this kind of server knows, and returns the next one that it sends. */
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
}

export interface Usage {
  cpuMicros: number;
  rssBytes: number;
  /** What JavaScript uses of its heap, and what buffers take next to it. */
  heapBytes: number;
  externalBytes: number;
}

/** True if servers can be pinned to a core here. */
export const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export function startServer(name: string, ...args: string[]): Promise<MeasuredServer> {
  return launch(inBench(`servers/${name}.ts`), args, canPin);
}

/** The same with the files of another clone. */
export function startServerOf(folder: string, name: string): Promise<MeasuredServer> {
  return launch(resolve(folder, `bench/servers/${name}.ts`), [], canPin);
}

/** The same on any core: for servers that work together. */
export function startUnpinned(name: string, ...args: string[]): Promise<MeasuredServer> {
  return launch(inBench(`servers/${name}.ts`), args, false);
}

/** Starts the smallest server, without types that Node would have to strip. */
export function startBare(): Promise<MeasuredServer> {
  return launch(inBench('servers/bare.cjs'), [], canPin);
}

/** Starts what `npm start` starts; `atStart` is what the probe does from its first instant on. */
export function startCommand(atStart?: 'profile' | 'scripts'): Promise<MeasuredServer> {
  const [, file = '', ...args] = manifest.scripts.start.split(' ');
  return launch(file, [...args, '--port', '0', '--log', 'silent'], canPin, {
    env: { ...process.env, ...(atStart && { BENCH_AT_START: atStart }) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

async function launch(
  file: string,
  args: string[],
  isPinned: boolean,
  options: Pick<ForkOptions, 'env' | 'stdio'> = { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
): Promise<MeasuredServer> {
  const flags = ['--expose-gc', '--require', inBench('servers/probe.cjs')];
  const pinned = isPinned
    ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath, ...flags] }
    : { execArgv: flags };
  const child = fork(file, args, { ...pinned, ...options });
  const name = basename(file);
  const baseUrl = child.stderr
    ? await printedUrl(child)
    : (await nextMessage<{ baseUrl: string }>(child, name)).baseUrl;
  return {
    baseUrl,
    usage(collect = false) {
      const response = nextMessage<Usage>(child, name);
      child.send({ usage: true, collect });
      return response;
    },
    ask<T>(question: object) {
      const response = nextMessage<T>(child, name);
      child.send(question);
      return response;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

/** Returns the address that `taxiway serve` prints. */
export function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((found, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`taxiway serve ended with ${code}: ${text}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /sandbox: (http:\S+)/.exec(text)?.[1];
      if (url !== undefined) found(url);
    });
  });
}

function inBench(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

function nextMessage<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the ${name} server ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}
