#!/usr/bin/env node
// @ts-check
// JavaScript, because the compile cache is not on yet: types in this file would be stripped at every start.
// The first import: whatever an older Node lacks comes after it.
import './require-node.cjs';
import nodeModule, { createRequire } from 'node:module';
import { Command } from 'commander';

// Compiled code is kept between starts: the second one is faster. Each command loads what it needs when it is run.
nodeModule.enableCompileCache();
const { messageOf } = await import('../base/message-of.ts');
// A reader that has seen enough (`taxiway verify … | head`) stops no command: reports are written, the exit code stays.
// Anything else that cannot be written leaves no report, and then no exit code may look like a verdict.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'EPIPE') return;
    const name = stream === process.stdout ? 'standard output' : 'standard error';
    console.error(`taxiway: ${name} cannot be written: ${messageOf(error)}`);
    process.exit(2);
  });
const { packageFile } = await import('../base/package-root.ts');
const { addServe } = await import('./serve.ts');
const { addScenarios } = await import('./scenarios.ts');
const { addRules } = await import('./rules.ts');
const { addVerify } = await import('./verify.ts');
const { addJudge } = await import('./judge.ts');
const { addExam } = await import('./exam.ts');
const { addRecord } = await import('./record.ts');
const { addSandboxCommands } = await import('./sandbox.ts');
const { addInit } = await import('./init.ts');
const { addCompletion } = await import('./completion.ts');
const { refuseUnknownCommand } = await import('./refuse-unknown-command.ts');

/** @type {(file: string) => { version: string }} */
const loadJson = createRequire(import.meta.url);
const { version } = loadJson(packageFile('package.json'));
const program = new Command('taxiway')
  .version(version)
  .description('Sandbox and contract test harness for a flight and transfer booking service.')
  .showHelpAfterError('(run `taxiway --help` for the commands and their options)')
  // A wrong command line has the exit code of a wrong setting.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
addServe(program);
addScenarios(program);
addRules(program);
addVerify(program, version);
addJudge(program, version);
addExam(program, version);
addRecord(program, version);
addSandboxCommands(program);
addInit(program);
addCompletion(program);
refuseUnknownCommand(program, process.argv.slice(2));
program.hook('preAction', async () => {
  if (!Object.keys(process.env).some((name) => name.startsWith('TAXIWAY_'))) return;
  const { nameUnknownVariables } = await import('./name-unknown-variables.ts');
  for (const line of nameUnknownVariables(process.env)) console.error(line);
});
await program.parseAsync();
