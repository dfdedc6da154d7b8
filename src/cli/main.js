#!/usr/bin/env node
// @ts-check
// JavaScript, because the compile cache is not on yet: types in this file would be stripped at every start.
// The first import: whatever an older Node lacks comes after it.
import nodeModule, { createRequire } from 'node:module';
import { Command } from 'commander';

import './require-node.cjs';

// Compiled code is kept between starts: the second one is faster. Each command loads what it needs when it is run.
nodeModule.enableCompileCache();
const { packageFile } = await import('../package-root.ts');
const { addServe } = await import('./serve.ts');
const { addScenarios } = await import('./scenarios.ts');
const { addRules } = await import('./rules.ts');
const { addVerify } = await import('./verify.ts');

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
await program.parseAsync();
