import { createInterface } from 'node:readline';
import { plain } from '../../report/text.ts';
import type { SituationResult } from '../result.ts';
import type { Belief } from '../situation.ts';
import type { Trip } from '../trip.ts';
import type { Question } from './describe-task.ts';
import { factsOf, questionsOn, stepsOf, toTravellers } from './describe-task.ts';
import type { OpenSituation, Shown } from './hosted-exam.ts';
import { readShown } from './read-shown.ts';

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

/** Thrown if the person stops or passes over a situation. */
export class Left extends Error {
  readonly how: 'skipped' | 'stopped';

  constructor(how: 'skipped' | 'stopped') {
    super(how);
    this.how = how;
  }
}

/** Shows a task, waits for the app's calls, and asks what it shows. Rejects with Left. */
export async function askPerson(
  person: Person,
  open: OpenSituation,
  countCalls: () => Promise<number>,
): Promise<Shown> {
  person.show(describeTask(open));
  await waitForCalls(person, countCalls);
  const outcome = await askBelief(person);
  return { outcome, travellers: outcome === 'booked' ? await askContent(person, open) : [] };
}

function describeTask({ task, trip }: OpenSituation): string {
  const facts = factsOf(trip).map(([name, fact]) => `${name}: ${fact}`);
  return [...stepsOf(task, trip), ...facts].map((line) => `  ${line}`).join('\n');
}

/** Shows why the exam could not continue, and waits until the person wants to try again. Rejects with Left. */
export async function askAgain(person: Person, reason: string): Promise<void> {
  person.show(`  The exam could not prepare or compare this situation: ${plain(reason)}`);
  await askLine(person, 'Nothing is lost. Enter to try again, or "stop":');
}

/** Returns a situation's result, as on the console. */
export function describeResult({ verdict, situation, findings }: SituationResult): string {
  return [`  ${verdict}: ${situation}`, ...findings.map(({ kind, message }) => `    ${kind}: ${plain(message)}`)].join(
    '\n',
  );
}

async function waitForCalls(person: Person, countCalls: () => Promise<number>): Promise<void> {
  for (;;) {
    const typed = await askLine(person, 'Enter when the app shows its result, "skip" or "stop":');
    if (typed === 'skip') throw new Left('skipped');
    if ((await countCalls()) > 0) return;
    person.show('  No call has arrived. Check the base URL and the keys in the app, or type "skip".');
  }
}

async function askBelief(person: Person): Promise<Belief> {
  for (;;) {
    const typed = await askLine(person, 'What does the app show? booked (b), not booked (n), unknown (u):');
    const belief = BELIEFS[typed.toLowerCase()];
    if (belief !== undefined) return belief;
    person.show(`  "${plain(typed)}" is none of these.`);
  }
}

async function askContent(person: Person, { task, trip }: OpenSituation): Promise<Record<string, string>[]> {
  person.show('  Type the booking as shown in the app; leave missing fields empty.');
  const groups: Record<string, string>[] = [];
  for (const questions of questionsOn(task, trip)) {
    const content: Record<string, string> = {};
    for (const question of questions) content[question.field] = await askField(person, question, trip);
    groups.push(content);
  }
  return toTravellers(groups);
}

/** Repeats a question if the input cannot be read, because that is not the app's fault. */
async function askField(person: Person, { field, text }: Question, trip: Trip): Promise<string> {
  for (;;) {
    try {
      return readShown(field, await askLine(person, `${text}:`), trip);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      person.show(`  ${error.message}.`);
    }
  }
}

async function askLine(person: Person, question: string): Promise<string> {
  const typed = await person.ask(question);
  if (typed === null || typed === 'stop') throw new Left('stopped');
  return typed;
}

const BELIEFS: Readonly<Record<string, Belief>> = {
  b: 'booked',
  booked: 'booked',
  n: 'not booked',
  'not booked': 'not booked',
  u: 'unknown',
  unknown: 'unknown',
};
