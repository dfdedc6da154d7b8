import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFile } from '../../../../src/check/judge/recording/open-source.ts';
import { temporaryFolder } from '../../../support/temporary-file.ts';

const folder = temporaryFolder();

function pipeOf(name: string): string {
  const pipe = join(folder, name);
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

async function read(pipe: string, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const chunk of openFile(pipe, signal).chunks) text += chunk.toString();
  return text;
}

it.runIf(process.platform === 'linux')('a pipe is read once its first writer opens it', async () => {
  const pipe = pipeOf('late');
  const reading = read(pipe, new AbortController().signal);
  spawn('sh', ['-c', 'sleep 0.1; { echo one; sleep 0.1; echo two; } > "$0"', pipe]);
  expect(await reading).toBe('one\ntwo\n');
});

it.runIf(process.platform === 'linux')('a pipe without a writer keeps the judge waiting until a signal', async () => {
  const pipe = pipeOf('never');
  const stop = new AbortController();
  const outcome = read(pipe, stop.signal).then(
    () => 'read',
    (error: Error) => error.message,
  );
  setTimeout(() => stop.abort(), 50);
  // A call that waits in the system for a writer gets one in the end, so that a failure ends too.
  let hadWriter = false;
  const late = setTimeout(() => {
    hadWriter = true;
    execFileSync('sh', ['-c', 'echo late 1<> "$0"', pipe]);
  }, 2000);
  expect([await outcome, hadWriter]).toEqual(['it cannot be read: The operation was aborted', false]);
  clearTimeout(late);
});
