import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageManifest } from '../../src/base/package-root.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { packPackage, runWith } from './installed.ts';
import { startRegistry } from './local-registry.ts';

const { name, version } = packageManifest();

it('a published package runs with each command of taxiway init and the action', { timeout: 300_000 }, async () => {
  const env = await startRegistry(name);
  const tarball = await packAsReleased(env);
  await runWith(env, dirname(tarball), 'npm', 'publish', tarball);
  const integrity = (
    await runWith(env, dirname(tarball), 'npm', 'view', `${name}@${version}`, 'dist.integrity')
  ).trim();
  expect(integrity).toBe(`sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`);

  const project = newProject();
  const run = (line: string) => runWith(env, project, 'bash', '-c', line);
  const said = await run(`npx --yes --package=${name}@${version} -- taxiway init`);
  const [install = '', test = '', verify = ''] = said.split('\nNext:\n\n')[1]?.split('\n') ?? [];
  expect(install).toBe(`  npm install --save-dev ${name}`);
  await run(install);
  await run(test);
  await expect(run(verify)).rejects.toThrow('http://127.0.0.1:4010');
  expect(await run('npx taxiway --version')).toBe(`${version}\n`);

  const action = parse(readFileSync('action.yml', 'utf8')) as { runs: { steps: { id?: string; run?: string }[] } };
  const script = action.runs.steps.find(({ id }) => id === 'taxiway')?.run ?? '';
  const inputs = {
    INPUT_COMMAND: 'verify',
    INPUT_ARGS: '--plan',
    GITHUB_ACTION_PATH: join(dirname(tarball), 'package'),
  };
  const planned = await runWith({ ...env, ...inputs, GITHUB_OUTPUT: '/dev/null' }, newProject(), 'bash', '-c', script);
  expect(planned).toContain('contracts');
});

/** Packs this tree with the one change that a release makes in package.json. */
async function packAsReleased(env: NodeJS.ProcessEnv): Promise<string> {
  const folder = temporaryFolder();
  await runWith(env, folder, 'tar', '-xzf', await packPackage());
  const manifest = join(folder, 'package/package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"published": false', '"published": true'));
  return join(folder, (await runWith(env, folder, 'npm', 'pack', '--silent', './package')).trim());
}

function newProject(): string {
  const folder = join(temporaryFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  return folder;
}
