import { ConfigError } from '../../base/config-error.ts';
import { didYouMean } from '../../base/nearest.ts';
import type { Situation, Task } from './situation.ts';
import { firstTasks, tasks } from './situation.ts';
import { situations } from './situations.ts';

export const situationNames: ReadonlySet<string> = new Set(situations.map(({ name }) => name));

/** Returns the situations that `--only` names, or that begin with it; all without one. Throws ConfigError. */
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

/** Returns the tasks by their names; those that every client knows without one. Throws ConfigError. */
export function readTasks(texts: readonly string[]): readonly Task[] {
  if (texts.length === 0) return firstTasks;
  return texts.map((text) => {
    const task = tasks.find((known) => known === text);
    if (task === undefined) throw new ConfigError(`--tasks is "${text}"; expected some of ${tasks.join(', ')}`);
    return task;
  });
}

/** True if a person can be led through a situation: one client, against the sandbox that is there. */
export function canBeLed({ live = false, travellers }: Situation): boolean {
  return !live && travellers === undefined;
}
