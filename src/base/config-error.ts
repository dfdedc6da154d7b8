/**
 * An error with a complete message for the user: the failure and the next step. The command line prints it without a
 * stack.
 */
export abstract class ExplainedError extends Error {}

/**
 * An invalid setting. The message has the setting, its value, the allowed values and the next step.
 *
 * @example
 * ```ts
 * import { ConfigError, createSandbox } from 'taxiway';
 *
 * await createSandbox({ port: -1 }).catch((error: unknown) => {
 *   if (error instanceof ConfigError) console.error(error.message);
 * });
 * ```
 */
export class ConfigError extends ExplainedError {
  override readonly name = 'ConfigError';
}
