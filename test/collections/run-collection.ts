import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { installTool } from '../support/install-tool.ts';

/** Runs a collection against a sandbox, with a runner of the registry: each request passes, and breaks no rule. */
export async function runCollection(
  packageName: string,
  program: string,
  argsFor: (baseUrl: string) => { args: string[]; cwd: string },
): Promise<string> {
  const command = join(await installTool(packageName), 'node_modules', '.bin', program);
  const sandbox = await createSandbox({ log: 'silent' });
  try {
    const { args, cwd } = argsFor(await sandbox.listen());
    const { stdout } = await run(command, args, { cwd, maxBuffer: 1e8 });
    const { summary } = await sandbox.verdicts('dp_taxiway00001', { ended: true });
    expect(summary).toMatchObject({ broken: 0 });
    expect(sandbox.violations).toEqual([]);
    return stdout;
  } finally {
    await sandbox.close();
  }
}

const run = promisify(execFile);
