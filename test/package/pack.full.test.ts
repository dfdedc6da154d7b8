import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Installed } from './installed.ts';
import { installPackage } from './installed.ts';

describe('the package, installed in an empty folder', { timeout: 60_000 }, () => {
  let project: Installed;
  beforeAll(async () => {
    project = await installPackage();
  }, 180_000);

  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await project.run('npx', 'taxiway', '--version')).toBe(`${version}\n`);
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

  it('writes nothing into itself when it verifies', async () => {
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

  it('can be imported: the sandbox, and the files that tools read', async () => {
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

  it('runs the contracts and the fixture of docs/ci.md in the vitest of the project', async () => {
    const contracts = documented('js contracts')
      .replace('process.env.BASE_URL', JSON.stringify(await serve(project)))
      .replace(' });', ", only: ['auth.missing-credentials.401'] });");
    writeFileSync(join(project.folder, 'contracts.test.js'), contracts);
    writeFileSync(join(project.folder, 'fixture.test.js'), documented('js fixture'));
    await project.run('npx', 'vitest', 'run', '--reporter=json', '--outputFile=report.json');
    const { testResults } = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as {
      testResults: { assertionResults: { status: string; title: string }[] }[];
    };
    const passed = testResults.map(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title),
    );
    expect(passed).toEqual(
      expect.arrayContaining([
        ['my client copes with a search that finds nothing'],
        expect.arrayContaining([expect.stringContaining('[auth.missing-credentials.401')]),
      ]),
    );
  });
});

/** The block of docs/ci.md whose fence says `language`. */
function documented(language: string): string {
  return readFileSync('docs/ci.md', 'utf8').split(`\n\`\`\`${language}\n`)[1].split('\n```\n')[0];
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
