import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../store/temporary-file.ts';
import { env as inherited } from './installed.ts';

const run = promisify(execFile);
const dockerfile = readFileSync('Dockerfile', 'utf8');

it('the commands of the Dockerfile build a server for an unprivileged user', { timeout: 300_000 }, async () => {
  const root = temporaryFolder();
  const [build, app] = [join(root, 'build'), join(root, 'app')];
  mkdirSync(build);
  mkdirSync(app);
  for (const path of allowedInContext()) cpSync(path, join(build, path), { recursive: true });
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  for (const command of dockerfile.matchAll(/^RUN (.*)$/gm)) {
    const env = { ...inherited, npm_config_prefer_offline: 'true' };
    await run('bash', ['-c', command[1].replaceAll('/app', app)], { cwd: build, env, maxBuffer: 2 ** 26 });
  }

  const settings = {
    ...Object.fromEntries([...dockerfile.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
    TAXIWAY_PORT: '14010',
  };
  const env = {
    PATH: path,
    ...settings,
    TAXIWAY_ADMIN_TOKEN: 'a-token-of-the-tests',
    TAXIWAY_DEMO_CREDENTIALS: 'false',
  };
  const entry = [...listOf('ENTRYPOINT'), ...listOf('CMD')].map((part) => part.replace('/app', app));
  await run('chmod', ['-R', 'a+rX,a-w', app]);
  chmodSync(root, 0o755);
  const server = spawn(entry[0], entry.slice(1), {
    env,
    cwd: app,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...withoutRights(),
  });
  onTestFinished(async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
    await run('chmod', ['-R', 'u+w', app]);
  });
  let text = '';
  for await (const chunk of server.stderr) if ((text += chunk).includes('Ctrl-C')) break;
  expect(text).toContain('taxiway sandbox: http://');

  const [, health = '[]'] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [program, ...args] = JSON.parse(health) as string[];
  await run(program, args, { env, ...withoutRights() });
  await expect(run(program, args, { env: { ...env, TAXIWAY_PORT: '1' } })).rejects.toMatchObject({ code: 1 });
});

it('the build context of the image has exactly the inputs of the package', () => {
  expect(allowedInContext().filter((path) => !existsSync(path))).toEqual([]);
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
});

/** Files that .dockerignore includes. */
function allowedInContext(): string[] {
  return [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.*)$/gm)].map(([, path]) => path);
}

function listOf(instruction: string): string[] {
  const [, list = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile) ?? [];
  return JSON.parse(list) as string[];
}

/** Only root can run something as another user. */
function withoutRights(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
}
