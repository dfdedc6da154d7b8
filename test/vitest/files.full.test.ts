import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileSandbox } from '../../src/vitest/sandbox.ts';
import { temporaryFolder } from '../store/temporary-file.ts';

type Note = Pick<FileSandbox, 'baseUrl' | 'keys'> & { before: { resources: unknown[] } };

describe('the fixture sandbox in two test files of one worker', () => {
  let first: Note[];
  beforeAll(async () => {
    first = await runSuite();
  });

  it('gives each file a profile of its own, in which nothing has happened', () => {
    expect(first.map(({ before }) => before.resources)).toEqual([[], []]);
    expect(new Set(first.map(({ keys }) => keys.profileCode)).size).toBe(2);
  });

  it('closes its sandbox at the end of the file', async () => {
    for (const { baseUrl } of first) await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
  });

  it('gives a file the same key pair in each run', async () => {
    expect((await runSuite()).map(({ keys }) => keys)).toEqual(first.map(({ keys }) => keys));
  });
});

async function runSuite(): Promise<Note[]> {
  const notes = join(temporaryFolder(), 'notes');
  const args = ['run', '--root', SUITE, '--no-isolate', '--max-workers=1', '--test-timeout=30000'];
  await promisify(execFile)(process.execPath, [VITEST, ...args], {
    env: { ...process.env, TAXIWAY_TEST_NOTES: notes },
  }).catch(({ stdout, stderr }) => {
    throw new Error(stdout + stderr);
  });
  if (!existsSync(notes)) throw new Error('the suite noted nothing');
  return readFileSync(notes, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Note)
    .sort((a, b) => (a.keys.profileCode < b.keys.profileCode ? -1 : 1));
}

const SUITE = fileURLToPath(new URL('./suite', import.meta.url));
const VITEST = 'node_modules/vitest/vitest.mjs';
