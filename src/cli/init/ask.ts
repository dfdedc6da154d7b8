import { createInterface } from 'node:readline/promises';

/** Asks a question; whether the reply is yes. */
export type Ask = (question: string) => Promise<boolean>;

/** Asks in the terminal; null where there is none. The end of the input is no. */
export function askInTerminal(): Ask | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('no')));
    try {
      return /^y(es)?$/i.test((await Promise.race([terminal.question(`${question} [y/N] `), ended])).trim());
    } finally {
      terminal.close();
    }
  };
}
