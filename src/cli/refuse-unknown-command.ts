import type { Command } from 'commander';
import { didYouMean } from './did-you-mean.ts';

/**
 * Ends with a clear error where the first word is not a command: the default command would take it for an argument of
 * its own.
 */
export function refuseUnknownCommand(program: Command, [word, of]: readonly string[]): void {
  if (word === undefined || word.startsWith('-')) return;
  const names = ['help', ...program.commands.map((command) => command.name())];
  const asked = word === 'help' && of !== undefined && !of.startsWith('-') ? of : word;
  if (!names.includes(asked)) program.error(`error: there is no command "${asked}"${didYouMean(asked, names)}`);
}
