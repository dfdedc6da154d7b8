import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** A test file's times, in milliseconds: CPU time for `cpu` and `cpuOfHooks`, wall time for the others. */
interface FileTimes {
  file: string;
  cpu: number;
  cpuOfHooks: number;
  imports: number;
  hooks: number;
  tests: number;
  /** The slowest test's title and time. */
  slowest: string;
}

/**
 * Lists the test files by their wall time, longest first: `npm run test:times`. A file's CPU time includes its ended
 * child processes, but not a browser or a PostgreSQL server shared by several files.
 */
export default class TimesReporter implements Reporter {
  /** Test files measure their CPU time if a reporter wants it. */
  onInit(): void {
    process.env['TEST_TIMES'] = '1';
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map(timesOf).sort((a, b) => sumOf(b) - sumOf(a));
    console.log(line('all', 'imports', 'hooks', 'tests', 'CPU', 'its hooks', 'file and its slowest test'));
    for (const row of rows) {
      const { file, imports, hooks, tests, cpu, cpuOfHooks, slowest } = row;
      console.log(line(...[sumOf(row), imports, hooks, tests, cpu, cpuOfHooks].map(seconds), `${file}${slowest}`));
    }
    const [all, cpu] = [total(rows, sumOf), total(rows, (row) => row.cpu)].map(seconds);
    console.log(line(all, '', '', '', cpu, '', `${rows.length} files`));
  }
}

/** Returns a file's times. Time outside its tests was spent in `beforeAll` and `afterAll`. */
function timesOf(module: TestModule): FileTimes {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const { cpu = { all: 0, hooks: 0 } } = module.meta();
  const all = [...module.children.allTests()]
    .map((test) => ({ title: test.fullName, took: test.diagnostic()?.duration ?? 0 }))
    .sort((a, b) => b.took - a.took);
  const tests = all.reduce((sum, { took }) => sum + took, 0);
  const [first] = all;
  return {
    file: relative('.', module.moduleId),
    cpu: cpu.all,
    cpuOfHooks: cpu.hooks,
    imports: collectDuration + setupDuration,
    hooks: Math.max(0, duration - tests),
    tests,
    slowest: first && first.took > NOTABLE_MS ? `: ${first.title} (${seconds(first.took)} s)` : '',
  };
}

function sumOf({ imports, hooks, tests }: FileTimes): number {
  return imports + hooks + tests;
}

function total(rows: readonly FileTimes[], timeOf: (row: FileTimes) => number): number {
  return rows.reduce((sum, row) => sum + timeOf(row), 0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function line(...cells: readonly string[]): string {
  return cells.map((cell, index) => (index < cells.length - 1 ? cell.padStart(7) : cell)).join('  ');
}

const NOTABLE_MS = 1000;
