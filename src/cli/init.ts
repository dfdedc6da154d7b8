import type { Command } from 'commander';
import { Option } from 'commander';
import { RUNNERS } from './init/runners.ts';

/** `taxiway init`: a config file, a workflow and a first test for the project of the user. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('write a config file, a CI workflow and a first test into your project')
    .argument('[folder]', 'the project', '.')
    .addOption(
      new Option('--runner <runner>', 'what runs your tests; found in package.json when not given').choices(RUNNERS),
    )
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--force', 'overwrite files that are there, without a question')
    .option('-y, --yes', 'the same as --force')
    .addHelpText(
      'after',
      '\nFiles that are there are overwritten after a question only; without a terminal, which could not be asked, ' +
        'nothing is written then.',
    )
    .action(async (folder: string, flags: InitFlags) => {
      const { runInit } = await import('./init/run-init.ts');
      process.exitCode = await runInit(folder, flags);
    });
}

export interface InitFlags {
  runner?: (typeof RUNNERS)[number];
  dryRun?: boolean;
  force?: boolean;
  yes?: boolean;
}
