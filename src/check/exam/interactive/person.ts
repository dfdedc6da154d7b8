import { createInterface } from 'node:readline';

/** The person who leads an app through the exam. */
export interface Person {
  show(text: string): void;
  /** Resolves with the line that was typed, without blanks around it; null once the input has ended. */
  ask(question: string): Promise<string | null>;
  close(): void;
}

/** A person at standard input. Questions go to standard error, because the report has standard output. */
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
