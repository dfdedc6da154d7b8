import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installPackage } from './installed.ts';
import type { Installed } from './installed.ts';

describe('the package, installed in an empty folder', { timeout: 60_000 }, () => {
  let project: Installed;
  beforeAll(async () => { project = await installPackage(); }, 180_000);

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
    const answer = await fetch(`${baseUrl}/v1/flights/search`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_sandbox_taxiway_demo', 'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001', 'Content-Type': 'application/json' },
      body: JSON.stringify({ slices: [{ origin: 'FRA', destination: 'FCO', departure_date: '2027-03-15' }], passengers: [{ type: 'adult' }], cabin_class: 'economy' }),
    });
    expect(answer.status).toBe(200);
    expect((await answer.json() as { offers: unknown[] }).offers.length).toBeGreaterThan(0);
  });

  it('writes nothing into itself when it verifies', async () => {
    const before = filesOf(project);
    const output = await project.run('npx', 'taxiway', 'verify', await serve(project), '--only', 'auth.missing-credentials.401');
    expect(output).toMatch(/\bpass\b/);
    expect(filesOf(project)).toEqual(before);
  });

  it('can be imported: the sandbox, and the files that tools read', async () => {
    const printed = await project.run(process.execPath, '--input-type=module', '--eval', `
      import { createSandbox } from 'taxiway';
      console.log(typeof createSandbox, import.meta.resolve('taxiway/openapi.yaml').endsWith('/taxiway/openapi.yaml'));
    `);
    expect(printed).toBe('function true\n');
  });

  it('runs fixture and contracts in the vitest of the project', async () => {
    writeFileSync(join(project.folder, 'fixture.test.js'), FIXTURE);
    writeFileSync(join(project.folder, 'contracts.test.js'), CONTRACTS(await serve(project)));
    await project.run('npx', 'vitest', 'run', '--reporter=json', '--outputFile=report.json');
    const { testResults } = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as { testResults: { assertionResults: { status: string; title: string }[] }[] };
    const passed = testResults.map(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title));
    expect(passed).toEqual(expect.arrayContaining([['asks the sandbox'], expect.arrayContaining([expect.stringContaining('[auth.missing-credentials.401')])]));
  });
});

const FIXTURE = `
  import { test as base, expect } from 'vitest';
  import { sandbox } from 'taxiway/vitest';
  const test = base.extend('sandbox', { scope: 'file' }, sandbox);
  test('asks the sandbox', async ({ sandbox }) => {
    const answer = await fetch(sandbox.baseUrl + '/reservations/details?searchId=' + '0'.repeat(32), { headers: sandbox.headers });
    expect(answer.status).toBe(400);
  });
`;

const CONTRACTS = (baseUrl: string) => `
  import { defineContracts } from 'taxiway/contracts';
  defineContracts({ baseUrl: '${baseUrl}', only: ['auth.missing-credentials.401'] });
`;

/** Serves on a free port until the test is over; answers the base URL. */
async function serve({ folder, env }: Installed): Promise<string> {
  const child = spawn(process.execPath, [join(folder, 'node_modules/.bin/taxiway'), 'serve', '--port', '0', '--log', 'silent'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill());
  let text = '';
  for await (const chunk of child.stderr) {
    text += chunk;
    const found = /^taxiway sandbox: (\S+)$[^]*Ctrl-C/m.exec(text);
    if (found) return found[1] as string;
  }
  throw new Error(`serve ended: ${text}`);
}

function filesOf({ folder }: Installed): [path: string, mtimeMs: number][] {
  const root = join(folder, 'node_modules/taxiway');
  return readdirSync(root, { encoding: 'utf8', recursive: true }).sort().map((path) => [path, statSync(join(root, path)).mtimeMs]);
}
