import type { Command } from 'commander';
import { Option } from 'commander';
import type { Flags } from '../config/setting.ts';
import { REPORTS, verifySettings } from '../config/verify-settings.ts';
import { addSetting, describe } from './add-setting.ts';

/** `taxiway verify`: checks an implementation of the service against every documented rule. */
export function addVerify(program: Command, version: string): void {
  const command = program
    .command('verify')
    .description('check an implementation of the service against every documented rule');
  for (const setting of verifySettings) {
    if (setting.flag === null) command.argument('[base-url]', describe(setting));
    else addSetting(command, setting, setting.flag);
  }
  command.addOption(new Option('--no-color', 'colour nothing (as NO_COLOR does)').helpGroup(REPORTS));
  command.addHelpText(
    'after',
    '\nExit codes: 0 passed, 1 rules failed, 2 nothing could be said: a wrong setting, no response, an error ' +
      'of the harness, no check made.',
  );
  command.action(async (baseUrl: string | undefined, flags: Flags) => {
    const { runVerify } = await import('../check/verify/command.ts');
    process.exitCode = await runVerify({ ...flags, baseUrl }, version);
  });
}
