import type { Command } from 'commander';
import { Option } from 'commander';
import { RECORD_REPORTS, recordSettings } from '../config/record-settings.ts';
import type { Flags } from '../config/setting.ts';
import { addSetting, describe } from './add-setting.ts';

/** `taxiway record`: stands in front of any system, records what passes, judges the clients and disturbs them. */
export function addRecord(program: Command, version: string): void {
  const command = program
    .command('record')
    .description('record and judge the calls to any system, as a proxy in front of it');
  for (const setting of recordSettings) {
    if (setting.flag === null) command.argument('<upstream>', describe(setting));
    else addSetting(command, setting, setting.flag);
  }
  command.addOption(new Option('--no-color', 'colour nothing (as NO_COLOR does)').helpGroup(RECORD_REPORTS));
  command.addHelpText(
    'after',
    '\nRuns until Ctrl-C or SIGTERM, and prints the verdicts then. Exit codes: 0 the rules are kept, 1 rules are ' +
      'broken, 2 nothing could be said or recorded.',
  );
  command.action(async (upstream: string, flags: Flags) => {
    const { runRecord } = await import('../recorder/command.ts');
    process.exitCode = await runRecord({ ...flags, upstream }, version);
  });
}
