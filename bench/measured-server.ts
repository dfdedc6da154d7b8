import type { ChildProcess } from 'node:child_process';
import { fork, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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

/** Whether servers can be pinned to a core here. */
export const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export function startServer(name: string, ...args: string[]): Promise<MeasuredServer> {
  return launch(name, args, canPin);
}

/** The same on any core: for servers that work together. */
export function startUnpinned(name: string, ...args: string[]): Promise<MeasuredServer> {
  return launch(name, args, false);
}

async function launch(name: string, args: string[], isPinned: boolean): Promise<MeasuredServer> {
  const file = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const pinned = isPinned
    ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath, '--expose-gc'] }
    : { execArgv: ['--expose-gc'] };
  const child = fork(file, args, { ...pinned, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { baseUrl } = await nextMessage<{ baseUrl: string }>(child, name);
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
