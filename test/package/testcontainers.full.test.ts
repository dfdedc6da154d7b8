import { spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { describe, expect, it } from 'vitest';
import { serveTaxiway } from '../cli/taxiway.ts';
import { runShell } from '../generated-clients/run-shell.ts';
import { missing, python } from '../generated-clients/tools.ts';
import { thirdOf } from '../support/full-size.ts';
import { installTool } from '../support/install-tool.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { env } from './installed.ts';

// No container engine is needed: each driver has a process in place of the container.

const MODULES = [
  {
    name: 'node',
    needs: [],
    command: async (cwd: string) => {
      const tools = await installTool('testcontainers@12.2.0', '@types/node@24', 'typescript@5.9.3');
      symlinkSync(join(tools, 'node_modules'), join(cwd, 'node_modules'));
      const options = '--noEmit --strict --module nodenext --target es2024 --skipLibCheck --types node';
      await runShell(`node_modules/.bin/tsc ${options} taxiway-container.ts`, { cwd, env });
      return `exec "${process.execPath}" drive.mjs`;
    },
  },
  {
    name: 'python',
    needs: ['python3'],
    command: async () => `exec "${await python('examples/testcontainers/python/requirements.txt')}" drive.py`,
  },
  {
    name: 'java',
    needs: ['mvn'],
    command: async (cwd: string) => {
      await runShell('mvn -B -ntp -q compile dependency:build-classpath -Dmdep.outputFile=classpath', { cwd, env });
      return 'exec java -cp "target/classes:$(cat classpath)" Drive';
    },
  },
] as const;

const some = thirdOf('testcontainers modules', MODULES);

describe.each(some)('examples/testcontainers/$name', { timeout: 240_000 }, ({ name, needs, command }) => {
  it('compiles, configures the sandbox and creates a profile', async ({ skip }) => {
    const absent = missing(needs);
    if (absent !== undefined) skip(absent);
    const cwd = join(temporaryFolder(), name);
    for (const from of [join('examples/testcontainers', name), 'test/package/testcontainers'])
      cpSync(from, cwd, { recursive: true });
    const driver = spawn('bash', ['-c', await command(cwd)], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface(driver.stdout)[Symbol.asyncIterator]();
    const next = async () => JSON.parse(String((await lines.next()).value)) as Record<string, string>;

    const { baseUrl } = await serveTaxiway([], await next());
    driver.stdin.end(`${new URL(baseUrl).port}\n`);
    const headers = await next();
    const response = await fetch(`${baseUrl}/reservations/details?searchId=${'0'.repeat(32)}`, { headers });
    expect(await response.json()).toMatchObject({ code: 'reservation_not_found' });
  });
});
