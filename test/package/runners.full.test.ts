import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { thirdOf } from '../support/full-size.ts';
import type { Installed } from './installed.ts';
import { installPackage, packPackage, runWith } from './installed.ts';

type OnNode = 'the oldest Node' | 'this Node';

/** The corners on both, and each major version on each. */
const RUNNERS: readonly { version: string; on: readonly OnNode[] }[] = [
  { version: '3.2.7', on: ['the oldest Node', 'this Node'] },
  { version: '4.0.18', on: ['the oldest Node'] },
  { version: '4.1.12', on: ['this Node'] },
  { version: '5.1.0', on: ['the oldest Node', 'this Node'] },
];
const REPORT = ['--reporter=json', '--outputFile=report.json'];
/** This machine may have more to do than a user's. */
const UNHURRIED = ['--testTimeout=60000', '--hookTimeout=60000'];
/** Packages that are a Node: the oldest that taxiway takes, and one that is too old. */
const NODES = { oldest: '22.13.1', tooOld: '20.18.3' };

const IN_BUN = `import { createSandbox } from 'taxiway';
const sandbox = await createSandbox({ log: 'silent' });
const response = await fetch(\`\${await sandbox.listen()}/v1\`, { headers: sandbox.headers() });
console.log(JSON.stringify({ status: response.status, code: (await response.json()).code }));
await sandbox.close();
console.log('closed');
`;

/** Report of vitest. */
interface Report {
  testResults: { name: string; status: string; message: string; assertionResults: unknown[] }[];
}

describe('the package in other projects', { timeout: 120_000 }, () => {
  let tarball: string;
  let nodes: Record<OnNode, string>;
  let tooOld: string;
  beforeAll(async () => {
    tarball = await packPackage();
    nodes = { 'the oldest Node': await installNode(NODES.oldest), 'this Node': dirname(process.execPath) };
    tooOld = await installNode(NODES.tooOld);
  }, 300_000);

  it.each(thirdOf('test runners', RUNNERS))(
    'gives vitest $version its contracts and its fixture',
    async ({ version, on }) => {
      const project = await installPackage(tarball, `vitest@${version}`);
      const isOlder = /^(3|4\.0)/.test(version);
      const fixture = isOlder ? blockOf('docs/other-languages.md', 'js vitest-3') : blockOf('docs/ci.md', 'js fixture');
      writeFileSync(join(project.folder, 'fixture.test.js'), fixture);
      writeFileSync(join(project.folder, 'contracts.test.js'), blockOf('docs/ci.md', 'js contracts'));
      for (const node of on) {
        const env = { ...project.env, PATH: pathFrom(nodes[node], project), TAXIWAY_BASE_URL: 'http://127.0.0.1:1' };
        // Nothing listens there: the contracts are loaded, and say so.
        await expect(runWith(env, project.folder, 'vitest', 'run', ...REPORT, ...UNHURRIED)).rejects.toThrow();
        const files = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as Report;
        const byName = Object.fromEntries(files.testResults.map((file) => [basename(file.name), file]));
        expect([node, byName['fixture.test.js']]).toMatchObject([node, { status: 'passed' }]);
        expect(byName['fixture.test.js'].assertionResults).toHaveLength(1);
        expect(byName['contracts.test.js'].message).toMatch(/no response|fetch failed/);
      }
    },
  );

  it('gives node:test and jest their fixtures, and verifies without vitest', async () => {
    const project = await installPackage(tarball, 'jest@30.5.2');
    const { folder } = project;
    writeFileSync(join(folder, 'client.test.mjs'), blockOf('docs/other-languages.md', 'js node-test'));
    writeFileSync(join(folder, 'jested.test.cjs'), blockOf('docs/other-languages.md', 'js jest'));
    writeFileSync(join(folder, 'required.cjs'), "console.log(typeof require('taxiway').createSandbox);\n");
    for (const node of Object.values(nodes)) {
      const env = { ...project.env, PATH: pathFrom(node, project) };
      await runWith(env, folder, 'node', '--test', 'client.test.mjs');
      await runWith(env, folder, 'jest', '--testMatch', '**/jested.test.cjs', UNHURRIED[0]);
      expect(await runWith(env, folder, 'node', 'required.cjs')).toBe('function\n');
      expect(await runWith(env, folder, 'taxiway', 'verify', '--plan')).toContain('contracts');
    }
    const said = await project.run('npx', 'taxiway', 'init', '--force');
    const [, args = ''] = /\n {2}npx (jest .*)\n/.exec(said) ?? [];
    await project.run('npx', ...args.split(' '), UNHURRIED[0]);
  });

  it('takes less than 30 MB in two packages, and reports too old a Node in one line', async () => {
    const project = await installPackage(tarball);
    expect(Number((await project.run('du', '-sk', 'node_modules')).split('\t')[0])).toBeLessThan(30_000);
    expect(readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@faker-js',
      'taxiway',
    ]);
    const env = { ...project.env, PATH: pathFrom(tooOld, project) };
    const run = (...args: string[]) => runWith(env, project.folder, 'node', ...args);
    const said = `taxiway needs Node 22.13 or newer and is running on ${NODES.tooOld}`;
    await expect(run('--input-type=module', '-e', "import 'taxiway'")).rejects.toThrow(said);
    await expect(run('--input-type=commonjs', '-e', "require('taxiway')")).rejects.toThrow(said);
    await expect(run('--input-type=commonjs', '-e', "require('taxiway/jest')")).rejects.toThrow(said);
    await expect(run('node_modules/taxiway/dist/src/cli/main.cjs')).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`\\n${said}[^\\n]*\\n*$`)),
    });
  });

  it('gives Bun a sandbox that serves and closes', async () => {
    const bun = `@oven/bun-${process.platform}-${process.arch}`;
    const project = await installPackage(tarball, `${bun}@1.4.5`);
    writeFileSync(join(project.folder, 'bun.mjs'), IN_BUN);
    const output = await project.run(join(project.folder, 'node_modules', bun, 'bin/bun'), 'bun.mjs');
    expect(output).toBe('{"status":404,"code":"not_found"}\nclosed\n');
  });

  /** The folder of a Node that npm installed. */
  async function installNode(version: string): Promise<string> {
    const name = `node-${process.platform}-${process.arch}`;
    const { folder } = await installPackage(`${name}@${version}`);
    return join(folder, 'node_modules', name, 'bin');
  }
});

function pathFrom(node: string, { folder, env }: Installed): string {
  return [node, join(folder, 'node_modules/.bin'), env.PATH].join(delimiter);
}

/** The block of a page whose fence says `language`, as it stands. */
function blockOf(page: string, language: string): string {
  return readFileSync(page, 'utf8').split(`\n\`\`\`${language}\n`)[1].split('\n```\n')[0];
}
