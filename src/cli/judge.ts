import type { Command } from 'commander';
import { Option } from 'commander';
import { JUDGE_REPORTS, judgeSettings } from '../config/judge-settings.ts';
import type { Flags } from '../config/setting.ts';
import { addSetting, describe } from './add-setting.ts';

/** `taxiway judge`: says of a recording which rules its client keeps and breaks. */
export function addJudge(program: Command, version: string): void {
  const command = program
    .command('judge')
    .description('judge a recording of a client against every rule that binds it');
  for (const setting of judgeSettings) {
    if (setting.flag === null) command.argument('<source>', describe(setting));
    else addSetting(command, setting, setting.flag);
  }
  command.addOption(new Option('--no-color', 'colour nothing (as NO_COLOR does)').helpGroup(JUDGE_REPORTS));
  command.addHelpText(
    'after',
    '\nExit codes: 0 the rules are kept, 1 rules are broken, 2 nothing could be said: a wrong setting, a file that ' +
      'cannot be read, no call to the service, nothing decided.',
  );
  command.action(async (source: string, flags: Flags) => {
    const { runJudge } = await import('../check/judge/command.ts');
    process.exitCode = await runJudge({ ...flags, source }, version);
  });
}
