/** A setting that cannot be used. The message has the setting, the value seen, what was expected and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
