import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packageManifest } from '../../src/base/package-root.ts';
import { missing } from '../generated-clients/tools.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { fileSystemWith, pushImage } from './assemble-image.ts';
import { allowedInContext, buildApp, image, path } from './dockerfile.ts';
import { installCrane, startImageRegistry } from './image-registry.ts';
import { runWith } from './installed.ts';

const run = promisify(execFile);
/** The settings of `docker run`; the port is a free one of this machine. */
const GIVEN = {
  TAXIWAY_HOST: '127.0.0.1',
  TAXIWAY_PORT: '0',
  TAXIWAY_ADMIN_TOKEN: 'a-token-of-the-tests',
  TAXIWAY_DEMO_CREDENTIALS: 'false',
};

describe('the container image', { timeout: 300_000 }, () => {
  let root: string;
  let app: string;
  beforeAll(async () => {
    root = temporaryFolder();
    app = await buildApp(root);
    await run('chmod', ['-R', 'a+rX,a-w', app]);
    chmodSync(root, 0o755);
    return () => run('chmod', ['-R', 'u+w', app]);
  }, 300_000);

  it('serves with the commands of the Dockerfile for an unprivileged user', async () => {
    const inside = (command: readonly string[]) => command.map((part) => part.replace('/app', app));
    await expectService(inside, { PATH: path, ...image.environment }, { cwd: app, ...withoutRights() });
  });

  it('serves after a push to a registry and a pull', async ({ skip }) => {
    const reason = missing(['go']) ?? (process.getuid?.() === 0 ? undefined : 'not run: chroot needs root');
    if (reason) skip(reason);
    const crane = await installCrane();
    const reference = `${await startImageRegistry(crane)}/${packageManifest().name}:${packageManifest().version}`;
    const pushed = await pushImage(crane, reference, fileSystemWith(app));
    const pulled = temporaryFolder();
    chmodSync(pulled, 0o755);
    await runWith(process.env, pulled, 'bash', '-c', `"${crane}" export "${pushed}" - | tar -x`);
    const { config } = JSON.parse(await runWith(process.env, pulled, crane, 'config', pushed)) as { config: Config };
    expect([config.Entrypoint, config.Cmd, config.User]).toEqual([image.entrypoint, image.cmd, image.user]);
    const settings = Object.fromEntries(config.Env.map((pair) => pair.split('='))) as Record<string, string>;
    const chroot = ['/usr/sbin/chroot', `--userspec=${config.User}`, pulled];
    await expectService((command) => [...chroot, ...command], { PATH: '/usr/local/bin', ...settings }, {});
  });

  it('has the bills of materials of the package', () => {
    for (const folder of ['dist', 'dist-console'])
      expect(existsSync(join(app, 'node_modules/taxiway', folder, 'sbom.cdx.json'))).toBe(true);
  });

  it('has a build context with exactly the inputs of the package', () => {
    expect(allowedInContext().filter((file) => !existsSync(file))).toEqual([]);
    expect(image.user).toBe('1000:1000');
  });
});

interface Config {
  Entrypoint: string[];
  Cmd: string[];
  Env: string[];
  User: string;
}

/** Starts the image's command, and asks its health check about the server, and about a port without one. */
async function expectService(
  inside: (command: readonly string[]) => string[],
  settings: Record<string, string>,
  options: object,
): Promise<void> {
  const env = { ...settings, ...GIVEN };
  const [program, ...args] = inside([...image.entrypoint, ...image.cmd]);
  const server = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'], ...options });
  onTestFinished(async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
  });
  let text = '';
  for await (const chunk of server.stderr) if ((text += chunk).includes('Ctrl-C')) break;
  expect(text).toContain('taxiway sandbox: http://127.0.0.1:');
  const [port = ''] = /(?<=127\.0\.0\.1:)\d+/.exec(text) ?? [];
  const [asker, ...question] = inside(image.health);
  const health = (on: string) => run(asker, question, { ...options, env: { ...env, TAXIWAY_PORT: on } });
  await health(port);
  await expect(health('1')).rejects.toMatchObject({ code: 1 });
}

/** Only root can run something as another user. */
function withoutRights(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
}
