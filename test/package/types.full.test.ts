import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
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
  await assertKeepsTheRules(sandbox, { except: [] });
});
`;
const SINCE_4_1 = "const test = base.extend('sandbox', { scope: 'file' }, sandbox);";
const BEFORE_4_1 = `
type Fixtures = { sandbox: import('taxiway/vitest').FileSandbox };
const test = base.extend<Fixtures>({ sandbox: [sandbox, { scope: 'file' }] });`;
const TYPESCRIPT = ['typescript@6.0.3', '@types/node@24.19.2'];

describe('the types of the package, in projects that check those of their packages too', () => {
  let tarball: string;
  beforeAll(async () => {
    tarball = await packPackage();
  }, 180_000);

  it('compile without a test runner, as an ES module and as CommonJS', async () => {
    await compile({ 'library.mts': LIBRARY, 'library.cts': LIBRARY }, ['node'], []);
  });

  it.each(['3.2.7', '4.0.18', '4.1.12', '5.1.0'])('compile with vitest %s and its matcher', async (version) => {
    const fixture = /^(3|4\.0)/.test(version) ? BEFORE_4_1 : SINCE_4_1;
    await compile({ 'client.test.mts': VITEST.replace('FIXTURE', fixture) }, ['node'], [`vitest@${version}`]);
  });

  it('compile with jest, as CommonJS', async () => {
    await compile({ 'client.test.cts': JEST }, ['node', 'jest'], ['@types/jest@30.0.0']);
  });

  /** Reports no fault of a file of the project or of taxiway. Other packages may have faults of their own. */
  async function compile(files: Record<string, string>, types: string[], packages: string[]): Promise<void> {
    const project = await installPackage(tarball, ...TYPESCRIPT, ...packages);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project.folder, name), text);
    const compilerOptions = { strict: true, skipLibCheck: false, noEmit: true, module: 'nodenext', types };
    writeFileSync(
      join(project.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, target: 'es2024' }, files: Object.keys(files) }),
    );
    const said = await project.run('npx', 'tsc', '--pretty', 'false').catch((error: Error) => error.message);
    expect(said).toMatch(/^$|error TS/);
    expect(said.split('\n').filter((line) => /error TS/.test(line) && !isOfOthers(line))).toEqual([]);
  }
});

function isOfOthers(line: string): boolean {
  return line.startsWith('node_modules/') && !line.startsWith('node_modules/taxiway/');
}
