import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { messageOf } from './message-of.ts';

/**
 * Returns the content of a JSON file, which may begin with a byte order mark. Throws ConfigError with the message that
 * `explain` makes from the reason.
 */
export function readJson(path: string, explain: (reason: string, isMissing: boolean) => string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    throw new ConfigError(explain(messageOf(error), (error as NodeJS.ErrnoException).code === 'ENOENT'));
  }
}
