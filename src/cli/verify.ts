import type { Command } from 'commander';
import { Option } from 'commander';
import type { Flags } from '../config/setting.ts';
import type { VerifySetting } from '../config/verify-settings.ts';
import { REPORTS, verifySettings } from '../config/verify-settings.ts';

/** `taxiway verify`: checks an implementation of the service against every documented rule. */
export function addVerify(program: Command, version: string): void {
  const command = program
    .command('verify')
    .description('check an implementation of the service against every documented rule');
  for (const setting of verifySettings) addSetting(command, setting);
  command.addOption(new Option('--no-color', 'colour nothing (as NO_COLOR does)').helpGroup(REPORTS));
  command.addHelpText(
    'after',
    '\nExit codes: 0 passed, 1 rules failed, 2 nothing could be said: a wrong setting, no response, an error ' +
      'of the harness, no check made.',
  );
  command.action(async (baseUrl: string | undefined, flags: Flags) => {
    const { runVerify } = await import('../verify/command.ts');
    process.exitCode = await runVerify({ ...flags, baseUrl }, version);
  });
}

function addSetting(command: Command, setting: VerifySetting): void {
  const { flag, offFlag, group, kind } = setting;
  if (flag === null) return void command.argument('[base-url]', describe(setting));
  const option = new Option(flag, describe(setting)).helpGroup(group);
  if (kind === 'list') option.argParser((text: string, before?: string[]) => [...(before ?? []), text]);
  command.addOption(option);
  if (offFlag) command.addOption(new Option(offFlag, 'switches that off').helpGroup(group));
}

function describe({ description, env, byDefault }: VerifySetting): string {
  const notes = [env, byDefault && `default: ${byDefault}`].filter(Boolean);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
