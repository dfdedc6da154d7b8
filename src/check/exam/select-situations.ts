import { ConfigError } from '../../base/config-error.ts';
import { didYouMean } from '../../base/nearest.ts';
import type { Situation, Task } from './situation.ts';
import { firstTasks, tasks } from './situation.ts';
import { situations } from './situations.ts';

export const situationNames: ReadonlySet<string> = new Set(situations.map(({ name }) => name));

/** Returns the situations with a name or prefix in `only`; all if it is empty. Throws ConfigError. */
export function selectSituations(only: readonly string[]): readonly Situation[] {
  for (const prefix of only)
    if (!situations.some(({ name }) => name.startsWith(prefix)))
      throw new ConfigError(
        `--only is "${prefix}", and no situation begins with it${didYouMean(prefix, situationNames)}; ` +
          '`taxiway exam --list` lists them',
      );
  return only.length === 0
    ? situations
    : situations.filter(({ name }) =>
        only.some((text) => (situationNames.has(text) ? name === text : name.startsWith(text))),
      );
}

/** Returns the tasks by name; the tasks known to every client without names. Throws ConfigError. */
export function readTasks(texts: readonly string[]): readonly Task[] {
  if (texts.length === 0) return firstTasks;
  return texts.map((text) => {
    const task = tasks.find((known) => known === text);
    if (task === undefined) throw new ConfigError(`--tasks is "${text}"; expected some of ${tasks.join(', ')}`);
    return task;
  });
}

/** True if a person can do a situation: with one app, against the running sandbox. */
export function canBeLed({ live = false, travellers }: Situation): boolean {
  return !live && travellers === undefined;
}
