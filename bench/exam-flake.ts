import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExamReport } from '../src/check/exam/report.ts';

/**
 * Runs exams of the example client in a row, and compares what each says of every situation: that of a good client
 * must not depend on what else the machine does. `only` takes some situations, as the flag of the exam does. Sets the
 * exit code 1 where two differ.
 */
export async function measureExamFlake(runs: number, only: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'exam-flake-'));
  const standings = new Map<string, Set<string>>();
  for (let run = 1; run <= runs; run++) {
    const { situations, summary, durationMs } = await holdOne(join(folder, `${run}.json`), only);
    for (const { name, standing, result } of situations) {
      const found = (result?.findings ?? []).map(({ kind, message }) => `${kind}: ${message}`);
      const said = [standing, ...found].join('; ');
      standings.set(name, (standings.get(name) ?? new Set()).add(said));
    }
    console.log(
      `exam ${run}/${runs}: ${summary.passed} passed, ${summary.failed} failed, ${Math.round(durationMs)} ms`,
    );
  }
  rmSync(folder, { recursive: true });
  const flaky = [...standings].filter(([, said]) => said.size > 1);
  for (const [name, said] of flaky) console.log(`${name}: ${[...said].join(' | ')}`);
  console.log(`${runs} exams of ${standings.size} situations: ${flaky.length} situations with different results`);
  if (flaky.length > 0) process.exitCode = 1;
}

async function holdOne(file: string, only: string | undefined): Promise<ExamReport> {
  const flags = ['--quiet', '--strict', '--json-file', file, ...(only === undefined ? [] : ['--only', only])];
  const client = ['--env', 'PAUSE_MS=30', '--', process.execPath, 'examples/clients/client.ts'];
  const child = spawn(process.execPath, ['package/run.cjs', 'exam', ...flags, ...client], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
  return JSON.parse(readFileSync(file, 'utf8')) as ExamReport;
}
