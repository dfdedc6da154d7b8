import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { installTool } from '../support/install-tool.ts';

/** A sandbox under its own address, or behind another one. */
export interface Opened {
  sandbox: Sandbox;
  baseUrl: string;
  close: () => Promise<void>;
}

/** A runner of the registry for one form of the collection. */
export interface Runner {
  packageName: string;
  program: string;
  argsFor: (baseUrl: string) => { args: string[]; cwd: string };
}

/** Runs a collection against a sandbox: each request passes, and breaks no rule. */
export async function runCollection({ packageName, program, argsFor }: Runner, open = openOne): Promise<string> {
  const command = join(await installTool(packageName), 'node_modules', '.bin', program);
  const { sandbox, baseUrl, close } = await open();
  try {
    const { args, cwd } = argsFor(baseUrl);
    const { stdout } = await run(command, args, { cwd, maxBuffer: 1e8 });
    const { summary } = await sandbox.verdicts('dp_taxiway00001', { ended: true });
    expect(summary).toMatchObject({ broken: 0 });
    expect(sandbox.violations).toEqual([]);
    return stdout;
  } finally {
    await close();
  }
}

/** Postman's own runner. */
export const NEWMAN: Runner = {
  packageName: 'newman@6.2.2',
  program: 'newman',
  argsFor: (baseUrl) => ({
    args: ['run', 'taxiway.postman_collection.json', '--env-var', `baseUrl=${baseUrl}`],
    cwd: 'examples/collections',
  }),
};

async function openOne(): Promise<Opened> {
  const sandbox = await createSandbox({ log: 'silent' });
  return { sandbox, baseUrl: await sandbox.listen(), close: () => sandbox.close() };
}

const run = promisify(execFile);
