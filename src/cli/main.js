#!/usr/bin/env node
// @ts-check
// JavaScript, because the compile cache is not on yet: types in this file would be stripped at every start.
// The first import: later ones may need a newer Node.
import './require-node.cjs';
import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';

// Node keeps compiled code between starts: the second one is faster. Each command loads its work when it runs.
nodeModule.enableCompileCache();
void main();

async function main() {
  const { messageOf } = await import('../base/message-of.ts');
  const { bypassProxyOnLoopback } = await import('../base/loopback.ts');
  bypassProxyOnLoopback();
  endOnUnwritableOutput(messageOf);
  const { packageFile } = await import('../base/package-root.ts');
  const { commands } = await import('./commands.ts');
  const { runCommandLine } = await import('./program.ts');
  /** @type {(text: string) => { version: string }} */
  const readManifest = JSON.parse;
  const { version } = readManifest(readFileSync(packageFile('package.json'), 'utf8'));
  await runCommandLine({ version, commands }, process.argv.slice(2));
}

// A reader that has seen enough (`taxiway verify … | head`) stops no command: reports are written, the exit code stays.
// Anything else that cannot be written leaves no report, and then no exit code may look like a verdict.
/** @param {(error: unknown) => string} messageOf */
function endOnUnwritableOutput(messageOf) {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EPIPE') return;
      const name = stream === process.stdout ? 'standard output' : 'standard error';
      console.error(`taxiway: ${name} cannot be written: ${messageOf(error)}`);
      process.exit(2);
    });
}
