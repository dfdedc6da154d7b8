import type { Command } from 'commander';
import { Option } from 'commander';
import type { ExamSetting } from '../config/exam-settings.ts';
import { EXAM_REPORTS, examSettings } from '../config/exam-settings.ts';
import type { Flags } from '../config/setting.ts';

/** `taxiway exam -- <command>`: examines a client in every situation that it has to cope with. */
export function addExam(program: Command, version: string): void {
  const command = program
    .command('exam')
    .description('examine a client: run it in every situation, and compare what it believes with what is there')
    .argument('[command...]', 'the client, behind two dashes: `taxiway exam -- node my-client.js`');
  for (const setting of examSettings) addSetting(command, setting);
  command.addOption(new Option('--no-color', 'colour nothing (as NO_COLOR does)').helpGroup(EXAM_REPORTS));
  command.addHelpText(
    'after',
    '\nThe client gets its task in TAXIWAY_TASK, and says by its exit code what it\n' +
      'believes: 0 booked, 3 not booked, 4 unknown.\n' +
      'Exit codes: 0 passed, 1 situations failed, 2 nothing could be said.',
  );
  command.action(async (client: string[], flags: Flags) => {
    const { runExam } = await import('../check/exam/command.ts');
    process.exitCode = await runExam(client, flags, version);
  });
}

function addSetting(command: Command, { flag, kind, group, description, env, byDefault }: ExamSetting): void {
  const notes = [env, byDefault && `default: ${byDefault}`].filter(Boolean);
  const text = notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
  const option = new Option(flag ?? '', text).helpGroup(group);
  if (kind === 'list') option.argParser((value: string, before?: string[]) => [...(before ?? []), value]);
  command.addOption(option);
}
