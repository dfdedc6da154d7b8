import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { installTool } from '../support/install-tool.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { env, runWith } from './installed.ts';

/**
 * Starts an npm registry on a free port, until the test ends. It has no packages of its own, and takes those of others
 * from the registry of this machine. Returns the environment in which npm uses it.
 */
export async function startRegistry(packageName: string): Promise<NodeJS.ProcessEnv> {
  const folder = temporaryFolder();
  const config = join(folder, 'config.json');
  const uplink = (await runWith(env, folder, 'npm', 'config', 'get', 'registry')).trim();
  writeFileSync(config, JSON.stringify(configOf(folder, uplink, packageName)));
  const url = await serve(await installTool('verdaccio@6.10.4'), config);
  const userConfig = join(folder, 'npmrc');
  // npm wants a token before it publishes; the registry takes any.
  writeFileSync(userConfig, `${url.replace('http:', '')}:_authToken=rehearsal\n`);
  // npx keeps packages by name and version: those of an earlier rehearsal are not this one.
  const cache = join(folder, 'cache');
  return { ...env, npm_config_registry: url, npm_config_userconfig: userConfig, npm_config_cache: cache };
}

function configOf(folder: string, uplink: string, packageName: string): object {
  return {
    storage: join(folder, 'storage'),
    configPath: join(folder, 'config.json'),
    uplinks: { registry: { url: uplink } },
    packages: {
      [packageName]: { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'registry' },
    },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  };
}

/** Returns the URL of the registry, with a slash at its end. */
async function serve(tool: string, config: string): Promise<string> {
  const child = spawn(process.execPath, ['--no-warnings', '--eval', SERVER, config], {
    cwd: tool,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const [, port] = /^port (\d+)$/m.exec(text) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}/`;
  }
  throw new Error(`the registry ended: ${text}`);
}

const SERVER = `
  const { readFileSync } = require('node:fs');
  require('verdaccio').runServer(JSON.parse(readFileSync(process.argv[1], 'utf8'))).then((server) =>
    server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port)));
`;
