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
  /** What went wrong beside the contracts: the harness's own faults. */
  faults: string[];
  /** Profiles that were left in the sandbox. */
  kept: KeyPair[];
}

export interface StartOptions extends SuiteOptions {
  /** Leave the profiles that met a failure. */
  keep?: boolean;
  /** Ends the run early; what was judged until then is answered. */
  signal?: AbortSignal;
}

/**
 * Runs the contracts on vitest, which is loaded only now. `onResult` hears of each as it is judged. Writes nothing
 * into the package or the working directory.
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
  process.on('newListener', leaveSignals);
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
    // How the command ends is for the verdicts to say.
    process.exitCode = undefined;
    return { results, faults, kept };
  } finally {
    process.off('newListener', leaveSignals);
    channel.close();
    rmSync(cacheDir, { recursive: true, force: true });
  }
}

/** Tells the thread of the contracts to stop. Vitest's own way ends it at once, before the profiles that it made are removed. */
function openChannel(name: string, signal?: AbortSignal): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  const tell = () => {
    if (signal?.aborted) channel.postMessage('stop');
  };
  // It may begin to listen after it was told.
  channel.onmessage = tell;
  signal?.addEventListener('abort', tell);
  return channel;
}

/** Vitest ends the process at a signal; what a signal does is for the command to say. */
function leaveSignals(name: string, listener: () => void): void {
  if (name === 'SIGINT' || name === 'SIGTERM') queueMicrotask(() => process.off(name, listener));
}
