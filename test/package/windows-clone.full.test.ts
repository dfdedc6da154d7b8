import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { KeyPair } from '../../src/profiles/credentials.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { env } from './installed.ts';

/** Returns a clone as Git for Windows makes it by default, with the dependencies of this tree. */
function windowsClone(): string {
  const folder = join(temporaryFolder(), 'clone');
  execFileSync('git', ['clone', '-q', '-c', 'core.autocrlf=true', '--no-hardlinks', '.', folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

function trackedTexts(folder: string): { name: string; ends: string }[] {
  const listed = execFileSync('git', ['ls-files', '--eol'], { cwd: folder, encoding: 'utf8' });
  return listed
    .trimEnd()
    .split('\n')
    .map((line) => ({ ends: line.split(/\s+/)[1] ?? '', name: line.slice(line.indexOf('\t') + 1) }))
    .filter(({ ends }) => ends !== 'w/-text' && ends !== 'w/none');
}

/** Starts the sandbox of a clone; returns the number of offers of a flight search there. */
async function countOffers(clone: string): Promise<number> {
  const args = ['package/run.cjs', 'serve', '--port', '0', '--log', 'silent', '--json'];
  const sandbox = spawn(process.execPath, args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await Promise.race([once(sandbox.stdout, 'data'), once(sandbox, 'exit')])) as [Buffer | number];
    if (!Buffer.isBuffer(line)) throw new Error(`the sandbox ended with ${line}`);
    const { baseUrl, demoKeys } = JSON.parse(line.toString()) as { baseUrl: string; demoKeys: KeyPair };
    const response = await fetch(`${baseUrl}/v1/flights/search`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${demoKeys.secretKey}`,
        'X-Service-Id': `${demoKeys.publicKey}:${demoKeys.profileCode}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(FLIGHT_SEARCH),
    });
    return ((await response.json()) as { offers: unknown[] }).offers.length;
  } finally {
    sandbox.kill();
  }
}

it('a clone by Git for Windows has LF line ends, and its sandbox starts', async () => {
  const clone = windowsClone();
  expect(trackedTexts(clone).filter(({ ends }) => ends !== 'w/lf')).toEqual([]);
  expect(await countOffers(clone)).toBeGreaterThan(0);
});

it('the sandbox starts from files with CRLF line ends', async () => {
  const clone = windowsClone();
  for (const { name } of trackedTexts(clone)) {
    const path = join(clone, name);
    writeFileSync(path, readFileSync(path, 'latin1').replaceAll('\n', '\r\n'), 'latin1');
  }
  expect(await countOffers(clone)).toBeGreaterThan(0);
});
