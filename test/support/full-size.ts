import { execFileSync } from 'node:child_process';

/** Sets of cases that differ in one respect each. A commit tests one third per matrix (decisions/0017). */
export type Matrix =
  | 'bad clients at the exam'
  | 'bundles of defects, with all contracts'
  | 'client habits'
  | 'client strategies'
  | 'compilers'
  | 'console views'
  | 'coverage'
  | 'defects of a service without control API'
  | 'exam situations'
  | 'faulty services'
  | 'generated clients'
  | 'parts of the benchmark'
  | 'scenarios after refused calls'
  | 'scenarios for a crowd'
  | 'scenarios for the good client'
  | 'service variants'
  | 'statuses that deviate'
  | 'test environments'
  | 'test runners'
  | 'testcontainers modules';

/**
 * Returns the size for a random or repeated test: the usual one shows its fact, `all` searches for rarer faults. The
 * variable `FULL_SIZE=1` selects `all`.
 */
export function sizeOf(usual: number, all: number): number {
  return isFullSize() ? all : usual;
}

/**
 * Returns every third row in a matrix, and prints this choice. Three successive commits cover all rows. The variable
 * `FULL_SIZE=1` selects all rows, `THIRD=1`, `2` or `3` selects one third.
 */
export function thirdOf<Row>(matrix: Matrix, rows: readonly Row[]): Row[] {
  if (isFullSize()) return [...rows];
  const { third, reason } = chosenThird();
  const chosen = rows.filter((_, index) => index % 3 === third - 1);
  console.log(
    `${matrix}: ${chosen.length} of ${rows.length}, third ${third} of 3 by ${reason}; FULL_SIZE=1 tests all of them`,
  );
  return chosen;
}

/** The tested third, 1 to 3, and the reason for this choice. */
export interface Choice {
  third: number;
  reason: string;
}

/**
 * Returns the third for a checkout's commit. Its number in the history changes by one with each commit, so three
 * successive commits have all thirds. A shallow clone has no such number: there the hash selects the third.
 */
export function thirdOfCommit(folder: string): Choice {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const hash = git('rev-parse', 'HEAD');
    const commit = `commit ${hash.slice(0, 8)}`;
    if (git('rev-parse', '--is-shallow-repository') === 'true')
      return { third: (Number.parseInt(hash.slice(0, 8), 16) % 3) + 1, reason: `the hash of ${commit}` };
    const number = Number(git('rev-list', '--count', '--first-parent', 'HEAD'));
    return { third: (number % 3) + 1, reason: `${commit}, number ${number}` };
  } catch {
    return { third: 1, reason: 'default, without a commit' };
  }
}

function chosenThird(): Choice {
  const { THIRD } = process.env;
  if (!THIRD) return thirdOfCommit('.');
  if (!/^[123]$/.test(THIRD)) throw new Error(`THIRD is ${THIRD}, and must be 1, 2 or 3`);
  return { third: Number(THIRD), reason: `THIRD=${THIRD}` };
}

function isFullSize(): boolean {
  return process.env['FULL_SIZE'] === '1';
}
