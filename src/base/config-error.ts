import { ExplainedError } from './explained-error.ts';

/** A setting that cannot be used. The message has the setting, the value seen, what was expected and what to do. */
export class ConfigError extends ExplainedError {
  override readonly name = 'ConfigError';
}
