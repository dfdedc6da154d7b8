import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { loadScenarios } from '../../src/scenarios/registry.ts';
import { runBash } from '../examples/run-bash.ts';
import { useSandbox } from '../support/sandbox.ts';

const readme = readFileSync('README.md', 'utf8');
const server = useSandbox({ clock: systemClock });

describe('README.md', () => {
  it('has the two commands as they stand', () => {
    expect(codeBlocks('')).toEqual(expect.arrayContaining(['npm ci && npm start', 'npm ci && npm test']));
  });

  it('has journeys that run when pasted one block after the other', async () => {
    const blocks = codeBlocks('sh run').join('\n');
    expect(blocks).toContain(`BASE_URL=${DEFAULT_BASE_URL}\n`);
    const { exitCode, stdout, stderr } = await runBash(
      ['-euo', 'pipefail', '-c', blocks.replace(DEFAULT_BASE_URL, server.baseUrl)],
      {},
    );
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/"orderId": "ord_\w+",\n {2}"status": "booked"/);
    expect(stdout).toMatch(/\ncompleted\n\{\n {2}"status": "completed"/);
    expect(stdout).toMatch(/"state": "confirmed",[^]*"replaces": "[0-9a-f]{32}"[^]*\nchanged\n/);
    expect(stdout).toMatch(
      /\npending\npending\ncompleted\n\[\n {2}"profileCode",\n {2}"publicKey",\n {2}"secretKey"\n\]\n$/,
    );
  });

  it('names every scenario', async () => {
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...row.split('|')[1].matchAll(/`([^`]+)`/g)].map((match) => match[1]));
    expect(named.sort()).toEqual([...(await loadScenarios()).keys()].sort());
  });

  it('has a library snippet that runs, the same each time', async () => {
    const [snippet] = codeBlocks('js');
    const printed = await Promise.all([runAsUser(snippet), runAsUser(snippet)]);
    expect(printed[0]).toMatch(/^12 off_[a-z0-9]+\n$/);
    expect(printed[1]).toBe(printed[0]);
  });
});

/** The code blocks whose fence says exactly `language`. */
function codeBlocks(language: string): string[] {
  return [...readme.matchAll(/^```(.*)\n([^]*?)\n```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]);
}

/** Runs a module in a project of its own, in which the packages `taxiway` and `supertest` are installed. */
async function runAsUser(source: string): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), 'taxiway-user-'));
  const taxiway = join(project, 'node_modules/taxiway');
  mkdirSync(taxiway, { recursive: true });
  writeFileSync(join(taxiway, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(taxiway, 'index.js'), `export * from '${pathToFileURL(resolve('src/index.ts')).href}';`);
  symlinkSync(resolve('node_modules/supertest'), join(project, 'node_modules/supertest'));
  writeFileSync(join(project, 'main.mjs'), source);
  try {
    return (await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: project })).stdout;
  } finally {
    rmSync(project, { recursive: true });
  }
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:4010';
