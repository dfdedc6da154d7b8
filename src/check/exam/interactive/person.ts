import { createInterface } from 'node:readline';

/** The person leading an app through the exam. */
export interface Person {
  show(text: string): void;
  /** Resolves with the typed line, without blanks around it; null after the input ended. */
  ask(question: string): Promise<string | null>;
  close(): void;
}

/** Returns a person at standard input. Questions go to standard error, because the report uses standard output. */
export function personAtTerminal(): Person {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  const read = lines[Symbol.asyncIterator]();
  return {
    show: (text) => console.error(text),
    async ask(question) {
      process.stderr.write(`${question} `);
      const { done, value } = await read.next();
      return done === true ? null : String(value).trim();
    },
    close: () => lines.close(),
  };
}
