/**
 * An error whose message says everything that a user needs: what failed, and what to do next. The command line prints
 * it without a stack.
 */
export abstract class ExplainedError extends Error {}

/** A setting that cannot be used. The message has the setting, the value seen, what was expected and what to do. */
export class ConfigError extends ExplainedError {
  override readonly name = 'ConfigError';
}
