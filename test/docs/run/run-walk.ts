import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Curl } from '../../examples/run-bash.ts';
import { runBash } from '../../examples/run-bash.ts';
import type { Block } from './page-blocks.ts';

/** Options to run the blocks of a walk. */
export interface Running {
  env: Record<string, string>;
  curl?: Curl;
}

/**
 * Runs the blocks of a walk as they stand, one after the other in one bash, and compares what each prints with the
 * output that stands behind it; they leave no file. `UPDATE_OUTPUT=1` writes what was printed into the page instead.
 */
export async function runWalk(blocks: readonly Block[], { env, curl }: Running): Promise<void> {
  const script = blocks.map(({ text }) => `${text}\nprintf '${MARK}'`).join('\n');
  const { exitCode, stdout, stderr, left } = await runBash(['-euo', 'pipefail', '-c', script], env, curl, TOOLS);
  expect([exitCode, stderr], `after ${stdout.slice(-500)}`).toEqual([0, '']);
  expect(left, 'the files that the blocks leave in the clone').toEqual([]);
  checkOutputs(blocks, stdout);
}

/** Compares what was printed between the marks with the outputs behind the blocks. */
export function checkOutputs(blocks: readonly Block[], stdout: string): void {
  const printed = stdout.split(MARK_BYTE);
  // From the end, since an update moves the lines below it.
  for (const [i, { output }] of [...blocks.entries()].reverse()) if (output) checkOutput(output, printed[i]);
}

/** Fails where the output of a page is not what was printed. */
function checkOutput(block: Block, printed: string): void {
  if (process.env['UPDATE_OUTPUT'] === '1') return update(block, printed);
  expect(maskOutput(printed), `the output of ${block.page}:${block.line}`).toMatch(shapeOf(block.text));
}

/** `…` in a page stands for anything. */
function shapeOf(text: string): RegExp {
  const parts = maskOutput(text)
    .split('…')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

/**
 * Masks ids, tokens, instants, durations, distances, ports, prices, and numbers of calls, which depend on the time that
 * a run takes: they differ from run to run. Other counts stay.
 */
function maskOutput(text: string): string {
  return (
    text
      .trim()
      .replace(/\b[0-9a-f]{32}\b/g, '#')
      .replace(/\b(off|ord|req|dp|bt|pt|pk|sk|pas)_[\w+/=-]+/g, '#')
      .replace(/\b[A-Z]{3}\d{8}\b/g, '#')
      .replace(/\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?/g, '#')
      .replace(/\b\d\d:\d\d(:\d\d(\.\d+)?)?\b/g, '#')
      .replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:#')
      .replace(/\b\d+(\.\d+)? (ms|s|min|kB|MB|calls|checks\/s)\b/g, '# $2')
      .replace(/"(durationMinutes|distanceKm)": \d+(\.\d+)?/g, '"$1": #')
      .replace(/\b\d+\.\d+\b/g, '#')
      // The number of offers depends on the hour.
      .replace(/^\d+$/gm, '#')
  );
}

function update({ page, text, line }: Block, printed: string): void {
  if (shapeOf(text).test(maskOutput(printed))) return;
  const lines = readFileSync(page, 'utf8').split('\n');
  lines.splice(line, text.split('\n').length, ...printed.trim().split('\n'));
  writeFileSync(page, lines.join('\n'));
}

/** `date` says the day that the clock of the sandbox is at: what is found that day is always the same. */
const TOOLS = fileURLToPath(new URL('tools', import.meta.url));
/** Mark that a script prints after each block, for `printf`. */
export const MARK = '\\036';
const MARK_BYTE = '\u001e';
