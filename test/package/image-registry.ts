import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runShell } from '../generated-clients/run-shell.ts';
import { TOOL_CACHE } from '../support/tool-cache.ts';
import { env } from './installed.ts';

const VERSION = 'v0.22.1';

/** Installs crane, which pushes and pulls images without a container engine, for later runs too. Returns its path. */
export async function installCrane(): Promise<string> {
  const folder = join(TOOL_CACHE, `crane-${VERSION}`);
  const crane = join(folder, 'crane');
  if (existsSync(crane)) return crane;
  mkdirSync(folder, { recursive: true });
  const install = `go install github.com/google/go-containerregistry/cmd/crane@${VERSION}`;
  await runShell(install, { env: { ...process.env, GOBIN: folder } });
  return crane;
}

/** Starts an image registry on a free port, until the test ends. Returns its host and port. */
export async function startImageRegistry(crane: string): Promise<string> {
  const child = spawn(crane, ['registry', 'serve', '--address', '127.0.0.1:0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  let text = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const [, port] = /serving on port (\d+)$/m.exec(text) ?? [];
    if (port === undefined) continue;
    // A closed pipe would end it at its next line.
    child.stderr.resume();
    return `127.0.0.1:${port}`;
  }
  throw new Error(`the registry ended: ${text}`);
}
