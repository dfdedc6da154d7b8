import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { RUNNERS } from '../../src/cli/init/project.ts';
import { loadControl } from '../../src/control-api/load-control.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { blocksOf } from '../docs/run/page-blocks.ts';
import type { Installed } from './installed.ts';
import { installPackage, packPackage } from './installed.ts';

describe('the package, installed in a project with vitest', { timeout: 60_000 }, () => {
  let project: Installed;
  beforeAll(async () => {
    project = await installPackage(await packPackage(), 'vitest@5.1.0');
  }, 180_000);

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await project.run('npx', 'taxiway', '--version')).toBe(`${version}\n`);
  });

  it('has no install scripts', () => {
    const manifest = readFileSync(join(project.folder, 'node_modules/taxiway/package.json'), 'utf8');
    expect(JSON.parse(manifest)).not.toHaveProperty('scripts');
  });

  it('has bills of materials for the program and the console', () => {
    for (const [folder, bundled] of [
      ['dist', 'express'],
      ['dist-console', 'preact'],
    ] as const) {
      const file = join(project.folder, 'node_modules/taxiway', folder, 'sbom.cdx.json');
      const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: { name: string }[] };
      expect(components.map(({ name }) => name)).toContain(bundled);
    }
  });

  it('lists its scenarios', async () => {
    const scenarios = JSON.parse(await project.run('npx', 'taxiway', 'scenarios', '--json'));
    expect(scenarios).toContainEqual(expect.objectContaining({ name: '502-after-commit' }));
  });

  it('serves a search', async () => {
    const baseUrl = await serve(project);
    const response = await fetch(`${baseUrl}/v1/flights/search`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer sk_sandbox_taxiway_demo',
        'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        slices: [{ origin: 'FRA', destination: 'FCO', departure_date: '2027-03-15' }],
        passengers: [{ type: 'adult' }],
        cabin_class: 'economy',
      }),
    });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { offers: unknown[] }).offers.length).toBeGreaterThan(0);
  });

  it('serves the console and the API reference', async () => {
    const baseUrl = await serve(project);
    for (const path of [
      'console',
      'console/console.js',
      'console/later-views.js',
      'docs',
      'docs/docs.js',
      'docs/scalar.js',
    ])
      expect((await fetch(`${baseUrl}/_sandbox/${path}`)).status, path).toBe(200);
  });

  it('writes no file into its folder during a verification', async () => {
    const before = filesOf(project);
    const output = await project.run(
      'npx',
      'taxiway',
      'verify',
      await serve(project),
      '--only',
      'auth.missing-credentials.401',
    );
    expect(output).toMatch(/\bpass\b/);
    expect(filesOf(project)).toEqual(before);
  });

  it('exports the sandbox and the files for tools', async () => {
    const printed = await project.run(
      process.execPath,
      '--input-type=module',
      '--eval',
      `
      import { createSandbox } from 'taxiway';
      console.log(typeof createSandbox, import.meta.resolve('taxiway/openapi.yaml').endsWith('/taxiway/openapi.yaml'));
    `,
    );
    expect(printed).toBe('function true\n');
  });

  it('has both interfaces with their generated examples', async () => {
    const read = (path: string) => parse(readFileSync(join(project.folder, 'node_modules/taxiway', path), 'utf8'));
    expect(read('openapi.yaml')).toEqual(await loadSpec());
    expect(read('src/control-api/control-api.yaml')).toEqual(await loadControl());
  });

  it('runs the modules of docs/library.md as written', async () => {
    const modules = blocksOf('docs/library.md').filter(({ kind }) => kind === 'js run');
    expect(modules).toHaveLength(2);
    for (const { text } of modules) await project.run(process.execPath, '--input-type=module', '--eval', text);
  });

  it("runs the tests of README.md and docs/ci.md with the project's vitest", async () => {
    writeFileSync(join(project.folder, 'contracts.test.js'), documented('docs/ci.md', 'js contracts'));
    writeFileSync(join(project.folder, 'fixture.test.js'), documented('docs/ci.md', 'js fixture'));
    writeFileSync(join(project.folder, 'readme.test.js'), documented('README.md', 'js test'));
    project.env.TAXIWAY_BASE_URL = await serve(project);
    onTestFinished(() => void delete project.env.TAXIWAY_BASE_URL);
    const some = 'auth.missing-credentials.401|my client';
    await project.run('npx', 'vitest', 'run', '-t', some, '--reporter=json', '--outputFile=report.json');
    const { testResults } = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as {
      testResults: { assertionResults: { status: string; title: string }[] }[];
    };
    const passed = testResults.map(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title),
    );
    expect(passed).toEqual(
      expect.arrayContaining([
        ['my client copes with a search that finds nothing'],
        ['my client survives a sandbox that refuses its key'],
        expect.arrayContaining([expect.stringContaining('[auth.missing-credentials.401')]),
      ]),
    );
  });

  // The project has no jest; runners.full.test.ts has one that runs the fixture.
  it.each(RUNNERS.filter((runner) => runner !== 'jest'))(
    'runs the files that taxiway init writes for %s',
    async (runner) => {
      rmSync(join(project.folder, 'test'), { recursive: true, force: true });
      const said = await project.run('npx', 'taxiway', 'init', '--force', '--runner', runner);
      const [, command = ''] = /\n {2}((?:npx vitest|npx jest|node) .*)\n/.exec(said) ?? [];
      const [program = '', ...args] = command.split(' ');
      await project.run(program, ...args);
      // The config file names a server that is not there.
      await expect(project.run('npx', 'taxiway', 'verify')).rejects.toThrow('http://127.0.0.1:4010');
    },
  );
});

/** The first block of a page whose fence says `kind`. */
function documented(page: string, kind: string): string {
  const block = blocksOf(page).find((one) => one.kind === kind);
  if (!block) throw new Error(`${page} has no block \`\`\`${kind}`);
  return block.text;
}

/** Serves on a free port until the test is over; returns the base URL. */
async function serve({ folder, env }: Installed): Promise<string> {
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/.bin/taxiway'), 'serve', '--port', '0', '--log', 'silent'],
    { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  onTestFinished(() => void child.kill());
  let text = '';
  for await (const chunk of child.stderr) {
    text += chunk;
    const found = /^taxiway sandbox: (\S+)$[^]*Ctrl-C/m.exec(text);
    if (found) return found[1];
  }
  throw new Error(`serve ended: ${text}`);
}

function filesOf({ folder }: Installed): [path: string, mtimeMs: number][] {
  const root = join(folder, 'node_modules/taxiway');
  return readdirSync(root, { encoding: 'utf8', recursive: true })
    .sort()
    .map((path) => [path, statSync(join(root, path)).mtimeMs]);
}
