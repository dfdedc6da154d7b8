import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '../src/base/stopwatch.ts';
import type { VerifyReport } from '../src/check/verify/report.ts';
import { median } from './compare.ts';
import type { MeasuredServer } from './measured-server.ts';
import { startServer } from './measured-server.ts';
import { scaled } from './scaled.ts';

/**
 * Whole runs of `taxiway verify` against a sandbox of its own: duration, checks per second, and the CPU time of the
 * sandbox. `scale` is the share of the usual number of runs.
 */
export async function measureVerify(scale = 1): Promise<void> {
  const sandbox = await startServer('sandbox');
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  const runs: VerifyRun[] = [];
  for (let i = 0; i < scaled(RUNS, scale); i++) runs.push(await verifyOnce(sandbox, join(folder, 'report.json')));
  rmSync(folder, { recursive: true });
  await sandbox.stop();
  const of = (figure: (run: VerifyRun) => number) => median(runs.map(figure));
  console.log(
    `verify, the whole sandbox, median of ${runs.length} runs: ${of(({ seconds }) => seconds).toFixed(1)} s for ` +
      `${of(({ checks }) => checks)} checks in ${of(({ calls }) => calls)} calls, ` +
      `${Math.round(of(({ checks, seconds }) => checks / seconds))} checks/s; the sandbox used ` +
      `${of(({ sandboxShare }) => sandboxShare).toFixed(2)} of a core\n`,
  );
}

interface VerifyRun {
  seconds: number;
  checks: number;
  calls: number;
  /** CPU time of the sandbox for each second of the run. */
  sandboxShare: number;
}

async function verifyOnce(sandbox: MeasuredServer, file: string): Promise<VerifyRun> {
  const main = fileURLToPath(new URL('../package/run.cjs', import.meta.url));
  const before = await sandbox.usage();
  const elapsed = stopwatch();
  const child = spawn(process.execPath, [main, 'verify', sandbox.baseUrl, '--json-file', file], { stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const seconds = elapsed() / 1000;
  if (code !== 0) throw new Error(`taxiway verify ended with ${code} on the healthy sandbox`);
  const { checks, calls } = JSON.parse(readFileSync(file, 'utf8')) as VerifyReport;
  return {
    seconds,
    checks,
    calls,
    sandboxShare: ((await sandbox.usage()).cpuMicros - before.cpuMicros) / 1e6 / seconds,
  };
}

const RUNS = 5;
