import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Wall time of a test file, in milliseconds. */
interface FileTimes {
  file: string;
  imports: number;
  hooks: number;
  tests: number;
  /** Title of the slowest test, and its time. */
  slowest: string;
}

/** Lists the test files by their time, longest first: `npm run test:times`. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map(timesOf).sort((a, b) => sumOf(b) - sumOf(a));
    console.log(line('all', 'imports', 'hooks', 'tests', 'file and its slowest test'));
    for (const row of rows) {
      const { file, imports, hooks, tests, slowest } = row;
      console.log(line(...[sumOf(row), imports, hooks, tests].map(seconds), `${file}${slowest}`));
    }
    console.log(line(seconds(rows.reduce((sum, row) => sum + sumOf(row), 0)), '', '', '', `${rows.length} files`));
  }
}

/** Returns the times of a file. Time outside its tests was spent in `beforeAll` and `afterAll`. */
function timesOf(module: TestModule): FileTimes {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const all = [...module.children.allTests()]
    .map((test) => ({ title: test.fullName, took: test.diagnostic()?.duration ?? 0 }))
    .sort((a, b) => b.took - a.took);
  const tests = all.reduce((sum, { took }) => sum + took, 0);
  const [first] = all;
  return {
    file: relative('.', module.moduleId),
    imports: collectDuration + setupDuration,
    hooks: Math.max(0, duration - tests),
    tests,
    slowest: first && first.took > NOTABLE_MS ? `: ${first.title} (${seconds(first.took)} s)` : '',
  };
}

function sumOf({ imports, hooks, tests }: FileTimes): number {
  return imports + hooks + tests;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function line(...cells: readonly string[]): string {
  return cells.map((cell, index) => (index < cells.length - 1 ? cell.padStart(7) : cell)).join('  ');
}

const NOTABLE_MS = 1000;
