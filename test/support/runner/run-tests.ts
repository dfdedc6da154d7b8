import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Plugin } from 'vitest/config';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { createVitest, parseCLI, startVitest } from 'vitest/node';
import { hasSecondTry } from './second-try.ts';

/** Lists the flaky tests, one per line. A run adds to it; `.ci/run` begins with an empty one. */
const RESULTS = join('test-results', 'flaky.txt');
/** More failures than this have a common cause. */
const MOST_FAILURES = 10;

type Options = ReturnType<typeof parseCLI>['options'];

/**
 * Runs tests like `vitest run <args>`. Failed tests with a second try run again, alone, after all others. The run fails
 * if such a test fails twice or anything else fails. Otherwise it prints them as FLAKY and adds them to the results.
 */
export async function runTests(args: readonly string[]): Promise<void> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  let failed: TestCase[] = [];
  const reporter: Reporter = {
    onTestRunEnd(modules, errors, reason) {
      if (reason === 'failed' && errors.length === 0) failed = secondTries(modules);
      // Failures in the run itself, such as too low a coverage, are reported later.
      if (failed.length > 0) process.exitCode = undefined;
    },
  };
  const first = await startVitest('test', filter, asCommand(filter, options), { plugins: [reportTo(reporter)] });
  if (failed.length > 0 && !process.exitCode) await tryAgain(failed, options, first.config.root);
  await first.exit();
}

/** Does the work that the `vitest` command does after its parser. */
function asCommand(filter: readonly string[], options: Options): Options {
  if (filter.some((path) => path.includes(':'))) options.includeTaskLocation ??= true;
  const { exclude, ...rest } = options;
  return exclude ? Object.assign(rest, { cliExclude: [exclude].flat() }) : options;
}

/** Returns the failed tests if each has a second try and nothing but tests failed. */
function secondTries(modules: readonly TestModule[]): TestCase[] {
  const isComplete = modules.every(
    (module) =>
      module.state() !== 'pending' &&
      [module, ...module.children.allSuites()].every((suite) => suite.errors().length === 0),
  );
  const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
  const areAll = failed.every((test) => hasSecondTry(test.project.name, test.module.moduleId, test.fullName));
  return isComplete && areAll && failed.length <= MOST_FAILURES ? failed : [];
}

async function tryAgain(failed: readonly TestCase[], options: Options, root: string): Promise<void> {
  console.log(`\nTests that failed run once more, alone: ${failed.length}`);
  const alone: Options = { ...options, watch: false, coverage: { enabled: false }, maxWorkers: 1 };
  const vitest = await createVitest('test', alone);
  try {
    await vitest.standalone();
    const specifications = [...Map.groupBy(failed, ({ module }) => module)].map(([{ project, moduleId }, tests]) =>
      vitest.getProjectByName(project.name).createSpecification(moduleId, { testIds: tests.map(({ id }) => id) }),
    );
    const { testModules } = await vitest.runTestSpecifications(specifications);
    const passed = testModules.flatMap((module) => [...module.children.allTests('passed')]);
    // A test that did not run again has not passed.
    if (!failed.every(({ id }) => passed.some((test) => test.id === id))) process.exitCode = 1;
  } finally {
    await vitest.close();
  }
  if (process.exitCode) return;
  const lines = failed.map((test) => lineOf(test, root));
  console.log(`\n${lines.join('\n')}`);
  mkdirSync(join(root, dirname(RESULTS)), { recursive: true });
  appendFileSync(join(root, RESULTS), `${lines.join('\n')}\n`);
}

function lineOf(test: TestCase, root: string): string {
  const [error] = test.result().errors ?? [];
  const [message = ''] = stripVTControlCharacters(error?.message ?? '').split('\n');
  return `FLAKY ${relative(root, test.module.moduleId)} › ${test.fullName}: ${message}`;
}

/** Adds a reporter to the ones that the configuration and the command line select. */
function reportTo(reporter: Reporter): Plugin {
  return {
    name: 'reporter',
    configureVitest({ vitest }) {
      if (!vitest.config.reporters.includes(reporter)) vitest.config.reporters.push(reporter);
    },
  };
}
