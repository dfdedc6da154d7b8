import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { thirdOf } from '../support/full-size.ts';
import type { Installed } from './installed.ts';
import { installPackage, packPackage } from './installed.ts';

const LIBRARY = `
import type { Finding, Sandbox, StrayCall } from 'taxiway';
import { ConfigError, createSandbox, VirtualClock } from 'taxiway';
import { assertKeepsTheRules, useSandbox } from 'taxiway/node-test';

const own = useSandbox();
export async function test(): Promise<StrayCall[]> {
  const made: Sandbox = await createSandbox({ clock: new VirtualClock('2027-01-10T12:00:00Z'), log: 'silent' });
  const { profileCode } = await made.addProfile();
  await assertKeepsTheRules(made, { profileCode, except: [], strict: true });
  const findings: Finding[] = (await own.verdicts()).rules.flatMap((rule) => rule.findings);
  console.log(findings.length, new ConfigError('no').name);
  // @ts-expect-error: there is no such option
  await createSandbox({ clokc: new VirtualClock() });
  return made.strays();
}
`;
const VITEST = `
import { createSandbox } from 'taxiway';
import { defineContracts } from 'taxiway/contracts';
import { sandbox } from 'taxiway/vitest';
import { expect, test as base } from 'vitest';

defineContracts({ baseUrl: 'http://127.0.0.1:4010' });
FIXTURE
test('keeps the rules', async ({ sandbox }) => {
  await sandbox.arm('book:pending(reads=2)');
  await expect(sandbox).toKeepTheRules();
  await expect(sandbox).not.toKeepTheRules({ except: ['transfer.502.read-first'] });
  await expect(await createSandbox()).toKeepTheRules({ profileCode: 'dp_taxiway00001' });
  // @ts-expect-error: there is no such option
  await expect(sandbox).toKeepTheRules({ ecxept: [] });
});
`;
const JEST = `
import { createSandbox } from 'taxiway';
import { assertKeepsTheRules, useSandbox } from 'taxiway/jest';

const sandbox = useSandbox({ seed: 'x' });
test('keeps the rules', async () => {
  expect((await createSandbox()).seed).toBe(sandbox.keys.secretKey);
  // @ts-expect-error: a sandbox has no such member
  expect(sandbox.sekretKey).toBeUndefined();
  await assertKeepsTheRules(sandbox, { except: [] });
});
`;
const SINCE_4_1 = "const test = base.extend('sandbox', { scope: 'file' }, sandbox);";
const BEFORE_4_1 = `
type Fixtures = { sandbox: import('taxiway/vitest').FileSandbox };
const test = base.extend<Fixtures>({ sandbox: [sandbox, { scope: 'file' }] });`;
const withVitest = (version: string) => VITEST.replace('FIXTURE', /^(3|4\.0)/.test(version) ? BEFORE_4_1 : SINCE_4_1);

/** The oldest that the package supports, and the newest. */
const COMPILERS = ['5.9.3', '7.0.2'];
const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext' };
const RESOLUTIONS = [
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'node18', moduleResolution: 'node16' },
  NODENEXT,
  { module: 'preserve', moduleResolution: 'bundler' },
];
/** The default of TypeScript 5 for a CommonJS project. It reads no `exports`; TypeScript 7 no longer has it. */
const WITHOUT_EXPORTS = { compiler: '5.9.3', module: 'commonjs', moduleResolution: 'node10', extensions: ['ts'] };
const BOTH = ['mts', 'cts'];
const MATRIX: readonly Case[] = [
  ...RESOLUTIONS.map((options) => ({ compiler: '7.0.2', extensions: BOTH, ...options })),
  ...RESOLUTIONS.map((options) => ({ compiler: '5.9.3', extensions: BOTH, ...options })),
  WITHOUT_EXPORTS,
];
const NEWEST: Case = { compiler: '7.0.2', extensions: BOTH, ...NODENEXT };

interface Case {
  compiler: string;
  module: string;
  moduleResolution: string;
  /** `mts` is compiled as an ES module, `cts` as CommonJS. */
  extensions: readonly string[];
}

describe('the types of the package, without skipLibCheck,', () => {
  let tarball: string;
  let project: Installed;
  beforeAll(async () => {
    tarball = await packPackage();
    project = await install('vitest@5.1.0', '@types/jest@30.0.0');
  }, 300_000);

  it('have a module in this test for each typed entry of exports', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, object | string>;
    };
    const typed = Object.keys(exports).filter((entry) => typeof exports[entry] === 'object');
    const used = [...`${LIBRARY}${VITEST}${JEST}`.matchAll(/ from 'taxiway(.*)'/g)].map(([, entry]) => `.${entry}`);
    expect(new Set(used)).toEqual(new Set(typed));
  });

  it.each(thirdOf('compilers', MATRIX))('compile with TypeScript $compiler and module $module', async (options) => {
    const modules = { library: LIBRARY, fixture: withVitest('5.1.0'), jested: JEST };
    expect(await faultsOf(project, modules, options)).toEqual([]);
  });

  it('compile without a test runner', async () => {
    expect(await faultsOf(await install(), { library: LIBRARY }, NEWEST)).toEqual([]);
  });

  it.each(['3.2.7', '4.0.18', '4.1.12'])('compile with vitest %s and its matcher', async (version) => {
    const older = await install(`vitest@${version}`);
    expect(await faultsOf(older, { fixture: withVitest(version) }, NEWEST)).toEqual([]);
  });

  function install(...packages: string[]): Promise<Installed> {
    const compilers = COMPILERS.map((version) => `typescript-${version}@npm:typescript@${version}`);
    return installPackage(tarball, ...compilers, '@types/node@24.19.2', ...packages);
  }
});

/** Returns the faults in files of the project or of taxiway. Other packages may have faults of their own. */
async function faultsOf(
  project: Installed,
  modules: Record<string, string>,
  { compiler, extensions, ...options }: Case,
): Promise<string[]> {
  const files = Object.entries(modules).flatMap(([name, text]) =>
    extensions.map((extension) => ({ file: `${name}.${extension}`, text })),
  );
  for (const { file, text } of files) writeFileSync(join(project.folder, file), text);
  const types = 'jested' in modules ? ['node', 'jest'] : ['node'];
  const compilerOptions = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2024', types, ...options };
  writeFileSync(
    join(project.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: files.map(({ file }) => file) }),
  );
  const tsc = join('node_modules', `typescript-${compiler}`, 'bin/tsc');
  const printed = await project.run(process.execPath, tsc, '--pretty', 'false').catch((error: Error) => error.message);
  expect(printed).toMatch(/^$|error TS/);
  return printed.split('\n').filter((line) => /error TS/.test(line) && !isOfOthers(line));
}

function isOfOthers(line: string): boolean {
  return line.startsWith('node_modules/') && !line.startsWith('node_modules/taxiway/');
}
