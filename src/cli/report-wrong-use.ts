import { ConfigError } from '../base/config-error.ts';

/** Does the work of a command. What was wrongly asked for is reported in one line, with exit code 2. */
export async function reportWrongUse(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`taxiway: ${error.message}`);
    process.exitCode = 2;
  }
}
