import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-file.ts';
import { buildPackage } from './installed.ts';

const run = promisify(execFile);

describe('the executable', { timeout: 120_000 }, () => {
  const folder = temporaryFolder();
  const executable = `${folder}/taxiway`;
  /** Nothing but the system: no Node, and nothing of npm. */
  const env = { PATH: '/usr/bin:/bin', HOME: folder };
  beforeAll(async () => {
    await run(process.execPath, ['package/build-executable.ts', folder, await buildPackage()]);
  }, 180_000);

  it('prints its version and lists its scenarios', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect((await run(executable, ['--version'], { env, cwd: folder })).stdout).toBe(`${version}\n`);
    expect((await run(executable, ['scenarios'], { env, cwd: folder })).stdout).toContain('502-after-commit');
  });

  it('serves the journey, and verifies itself', async () => {
    const baseUrl = await serve(env);
    const withNode = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, BASE_URL: baseUrl };
    expect((await run('bash', [resolve('examples/journey.sh')], { env: withNode })).stdout).toMatch(/order id: +\S/);
    const verified = await run(executable, ['verify', baseUrl, '--only', 'auth.missing-credentials.401'], { env });
    expect(verified.stdout).toContain('PASSED');
    for (const path of ['console/console.js', 'docs/scalar.js'])
      expect((await fetch(`${baseUrl}/_sandbox/${path}`)).status, path).toBe(200);
  });

  it('serves the Model Context Protocol', async () => {
    const agent = new Client({ name: 'an agent', version: '1.0.0' });
    const args = ['mcp', '--url', 'http://127.0.0.1:9'];
    await agent.connect(new StdioClientTransport({ command: executable, args, env, cwd: folder }));
    onTestFinished(() => agent.close());
    expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('armScenario');
    const { contents } = await agent.readResource({ uri: (await agent.listResources()).resources[0].uri });
    expect(JSON.stringify(contents)).toContain('openapi');
  });

  it('unpacks itself once, readable only by its user', async () => {
    const home = temporaryFolder();
    const own = { ...env, HOME: home };
    await Promise.all([1, 2, 3].map(() => run(executable, ['--version'], { env: own })));
    expect(readdirSync(`${home}/.cache/taxiway`)).toHaveLength(1);
  });

  it('runs without a writable cache, and leaves no files', async () => {
    const temporary = temporaryFolder();
    const own = { ...env, HOME: '/dev/null', TMPDIR: temporary };
    await run(executable, ['--version'], { env: own });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('refuses a cache folder that others can write to', async () => {
    const home = temporaryFolder();
    mkdirSync(`${home}/.cache/taxiway`, { recursive: true });
    await run('chmod', ['777', `${home}/.cache/taxiway`]);
    await run(executable, ['--version'], { env: { ...env, HOME: home, TMPDIR: temporaryFolder() } });
    expect(readdirSync(`${home}/.cache/taxiway`)).toEqual([]);
  });

  async function serve(environment: NodeJS.ProcessEnv): Promise<string> {
    const child = spawn(executable, ['serve', '--port', '0', '--log', 'silent'], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    });
    let text = '';
    for await (const chunk of child.stderr) {
      text += chunk;
      const found = /^taxiway sandbox: (\S+)$/m.exec(text);
      if (found) return found[1];
    }
    throw new Error(`serve ended: ${text}`);
  }
});
