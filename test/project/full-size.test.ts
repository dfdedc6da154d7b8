import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sizeOf, thirdOf, thirdOfCommit } from '../support/full-size.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const printed = vi.spyOn(console, 'log');

beforeEach(() => {
  vi.stubEnv('FULL_SIZE', undefined);
  vi.stubEnv('THIRD', undefined);
  printed.mockReset().mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a third of a matrix', () => {
  it('is one of three that together have each row once', () => {
    const thirds = ['1', '2', '3'].map((third) => {
      vi.stubEnv('THIRD', third);
      return thirdOf('compilers', ROWS);
    });
    expect(thirds).toEqual([
      ['a', 'd', 'g'],
      ['b', 'e', 'h'],
      ['c', 'f'],
    ]);
  });

  it('is printed, with its reason', () => {
    vi.stubEnv('THIRD', '3');
    thirdOf('compilers', ROWS);
    expect(printed.mock.calls).toEqual([['compilers: 2 of 8, third 3 of 3 by THIRD=3; FULL_SIZE=1 tests all of them']]);
  });

  it('is that of the commit by default', () => {
    const { third, reason } = thirdOfCommit('.');
    expect(thirdOf('compilers', ['1', '2', '3'])).toEqual([`${third}`]);
    expect(printed.mock.calls[0]?.[0]).toContain(reason);
  });

  it('is the whole matrix with FULL_SIZE=1', () => {
    vi.stubEnv('FULL_SIZE', '1');
    vi.stubEnv('THIRD', '3');
    expect([thirdOf('compilers', ROWS), sizeOf(3, 8)]).toEqual([ROWS, 8]);
  });

  it.each(['0', '4', 'two'])('is not number %s', (third) => {
    vi.stubEnv('THIRD', third);
    expect(() => thirdOf('compilers', ROWS)).toThrow(`THIRD is ${third}, and must be 1, 2 or 3`);
  });
});

describe('the third of a commit', () => {
  it('differs for each of three successive commits, and is the same in a changed checkout', () => {
    const folder = repository();
    const thirds = [1, 2, 3].map(() => {
      commit(folder);
      const choice = thirdOfCommit(folder);
      writeFileSync(join(folder, 'file'), choice.reason);
      expect(thirdOfCommit(folder)).toEqual(choice);
      return choice.third;
    });
    expect(thirds.toSorted()).toEqual([1, 2, 3]);
  });

  it('is the next one after a merge of several commits', () => {
    const folder = repository();
    commit(folder);
    const { third } = thirdOfCommit(folder);
    git(folder, 'checkout', '-q', '-b', 'change');
    for (let i = 0; i < 3; i++) commit(folder);
    git(folder, 'checkout', '-q', 'main');
    git(folder, 'merge', '-q', '--no-ff', '-m', 'merge', 'change');
    expect(thirdOfCommit(folder).third).toBe((third % 3) + 1);
  });

  it('follows from the hash in a shallow clone', () => {
    const [folder, clone] = [repository(), temporaryFolder()];
    commit(folder);
    commit(folder);
    git(clone, 'clone', '-q', '--depth', '1', pathToFileURL(folder).href, '.');
    const hash = git(folder, 'rev-parse', 'HEAD').trim();
    expect(thirdOfCommit(clone)).toEqual({
      third: Number(BigInt(`0x${hash.slice(0, 8)}`) % 3n) + 1,
      reason: `the hash of commit ${hash.slice(0, 8)}`,
    });
  });

  it('is the first one without a commit', () => {
    const choice = { third: 1, reason: 'default, without a commit' };
    expect([thirdOfCommit(temporaryFolder()), thirdOfCommit(repository())]).toEqual([choice, choice]);
  });
});

it('each matrix belongs to one test', () => {
  const listed = /export type Matrix =([^;]*);/.exec(readFileSync('test/support/full-size.ts', 'utf8'))?.[1] ?? '';
  const matrices = [...listed.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  const tests = globSync(['test/**/*.full.test.ts', 'test/{defects/,}run.ts']).map((path) =>
    readFileSync(path, 'utf8'),
  );
  const used = tests.flatMap((text) => [...text.matchAll(/thirdOf\(\s*'([^']+)'/g)].map(([, name]) => name));
  expect(used.toSorted()).toEqual(matrices.toSorted());
});

function repository(): string {
  const folder = temporaryFolder();
  git(folder, 'init', '-q', '-b', 'main');
  return folder;
}

function commit(folder: string): void {
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'change');
}

function git(folder: string, ...args: string[]): string {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' });
}
