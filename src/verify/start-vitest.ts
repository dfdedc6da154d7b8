import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { KeyPair, Target } from './probe/target.ts';
import type { SuiteOptions } from './suite.ts';
import type { ContractResult } from './verdict.ts';

export interface Started {
  results: ContractResult[];
  /** Faults of the harness itself. */
  faults: string[];
  /** Profiles that were left in the sandbox. */
  kept: KeyPair[];
}

export interface StartOptions extends SuiteOptions {
  /** Keep the profiles that a failure was seen with. */
  keep?: boolean;
  /** Ends the run early; the results until then are returned. */
  signal?: AbortSignal;
}

/**
 * Runs the contracts on vitest, which is loaded here. `onResult` gets each result at once. Writes nothing into the
 * package or the working directory.
 */
export async function startContracts(
  target: Target,
  { signal, ...options }: StartOptions,
  onResult: (result: ContractResult) => void,
): Promise<Started> {
  const { startVitest } = await import('vitest/node');
  const entry = fileURLToPath(
    new URL(`./vitest-entry.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
  );
  const cacheDir = mkdtempSync(join(tmpdir(), 'taxiway-'));
  const results: ContractResult[] = [];
  const kept: KeyPair[] = [];
  const channel = openChannel(cacheDir, signal);
  process.on('newListener', removeSignalHandler);
  try {
    const vitest = await startVitest(
      [entry],
      {
        config: false,
        root: dirname(entry),
        include: [entry],
        exclude: [],
        watch: false,
        fsModuleCache: false,
        pool: 'threads',
        maxWorkers: 1,
        isolate: false,
        maxConcurrency: target.concurrency * 2,
        testTimeout: 0,
        hookTimeout: 0,
        passWithNoTests: false,
        provide: { taxiwayTarget: target, taxiwayOptions: options, taxiwayChannel: channel.name },
        reporters: [
          {
            onTestModuleEnd: (module) => void kept.push(...(module.meta().taxiwayKept ?? [])),
            onTestCaseResult(testCase) {
              const result = testCase.meta().taxiway;
              if (!result) return;
              results.push(result);
              onResult(result);
            },
          },
        ],
      },
      { cacheDir, logLevel: 'silent' },
    );
    const modules = vitest.state.getTestModules();
    const faults = [...vitest.state.getUnhandledErrors(), ...modules.flatMap((module) => module.errors())].map(
      (error) => (error as Error).stack ?? String(error),
    );
    await vitest.close();
    // The verdicts decide the exit code of the command.
    process.exitCode = undefined;
    return { results, faults, kept };
  } finally {
    process.off('newListener', removeSignalHandler);
    channel.close();
    rmSync(cacheDir, { recursive: true, force: true });
  }
}

/**
 * Tells the thread of the contracts to stop. Vitest's own cancellation ends it at once, before it removes the profiles
 * that it made.
 */
function openChannel(name: string, signal?: AbortSignal): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  const forward = () => {
    if (signal?.aborted) channel.postMessage('stop');
  };
  // The thread may start to listen after the signal.
  channel.onmessage = forward;
  signal?.addEventListener('abort', forward);
  return channel;
}

/** Removes the signal handlers of vitest, which end the process: the command has its own. */
function removeSignalHandler(name: string, listener: () => void): void {
  if (name === 'SIGINT' || name === 'SIGTERM') queueMicrotask(() => process.off(name, listener));
}
