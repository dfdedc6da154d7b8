import type { Credential } from '../../../config/credential.ts';
import type { BegunSituation, Room } from '../begin-situation.ts';
import { beginSituation, reopenSituation } from '../begin-situation.ts';
import type { SituationResult } from '../examine.ts';
import { endSituation } from '../examine.ts';
import type { Assignment } from '../protocol.ts';
import { EXIT_CODES, readStatement } from '../protocol.ts';
import type { ClientEnd } from '../run-client.ts';
import type { Belief, Situation } from '../situation.ts';

/** An app's final display, as read by a person. */
export interface Shown {
  outcome: Belief;
  /** One entry per traveller, with a client statement's fields. */
  travellers: readonly Readonly<Record<string, string>>[];
}

/** The situation waiting for the app's calls. */
export interface OpenSituation {
  /** Place in the exam's list, from 1. */
  number: number;
  /** By the sandbox's clock, epoch milliseconds. */
  startedAt: number;
  assignment: Assignment;
}

/**
 * Exam for an app held by a person: arms one situation after the other, and compares the app's display with the truth.
 * The caller calls one method at a time. Situations with a result are not repeated.
 */
export class Sitting {
  readonly situations: readonly Situation[];
  readonly results: SituationResult[];
  readonly #room: Room;
  readonly #skipped: string[];
  #begun: BegunSituation | null = null;
  #latest: BegunSituation | null = null;

  /** `results`, `skipped`: lists from an earlier sitting, continued by this one. */
  constructor(room: Room, situations: readonly Situation[], results: SituationResult[] = [], skipped: string[] = []) {
    this.#room = room;
    this.#skipped = skipped;
    this.situations = situations;
    this.results = results;
  }

  /** Prepares the next situation; null once none is left. Rejects if it cannot; another call tries it again. */
  async next(): Promise<OpenSituation | null> {
    for (const [i, situation] of this.situations.entries()) {
      if (this.resultOf(situation) !== undefined || this.isSkipped(situation)) continue;
      const begin = () => beginSituation(situation, this.#room);
      this.#begun = await begin().catch(begin);
      this.#latest = this.#begun;
      const [assignment] = this.#begun.assignments;
      if (assignment !== undefined) return { number: i + 1, startedAt: this.#begun.startedAt, assignment };
    }
    // A skipped situation is still armed, and its clock can be frozen.
    const control = this.#latest?.control;
    await Promise.all([control?.disarm(), control?.mark()]).catch(() => undefined);
    if (this.#latest) this.#room.watch.end(this.#latest.keys.profileCode);
    return null;
  }

  /** Continues with an open situation, after another process has prepared it. */
  reopen({ number, startedAt }: Pick<OpenSituation, 'number' | 'startedAt'>, keys: Credential): void {
    const situation = this.situations[number - 1];
    if (situation) this.#begun = this.#latest = reopenSituation(situation, this.#room, { keys, startedAt });
  }

  /** Counts the app's calls in the open situation. */
  async countCalls(): Promise<number> {
    return (await this.#requireBegun().control.journal()).length;
  }

  /** Ends the open situation with the app's display. Rejects if it cannot be compared; it is still to do then. */
  async state(shown: Shown): Promise<SituationResult> {
    const begun = this.#requireBegun();
    this.#begun = null;
    const end = endWith(shown, begun.elapsed());
    const statement = readStatement(end, EXIT_CODES);
    const clients = begun.assignments.map(({ trip }) => ({ end, statement, trip }));
    const result = await endSituation(begun, clients);
    this.results.push(result);
    return result;
  }

  /** Leaves the open situation without a result. */
  async skip(): Promise<void> {
    const { situation, keys } = this.#requireBegun();
    this.#skipped.push(situation.name);
    this.#begun = null;
    await this.#room.watch.take(keys.profileCode);
  }

  resultOf({ name }: Situation): SituationResult | undefined {
    return this.results.find(({ situation }) => situation === name);
  }

  isSkipped({ name }: Situation): boolean {
    return this.#skipped.includes(name);
  }

  #requireBegun(): BegunSituation {
    if (this.#begun === null) throw new Error('no situation is open');
    return this.#begun;
  }
}

/** Returns how a program with the same statement would have ended. Only a booking has content. */
function endWith({ outcome, travellers }: Shown, durationMs: number): ClientEnd {
  const said = { outcome, travellers: outcome === 'booked' ? travellers : [] };
  const stdout = `${JSON.stringify(said)}\n`;
  const ended = { exitCode: EXIT_CODES[outcome], how: 'exited', reason: '' } as const;
  return { ...ended, stdout, stderr: '', wroteSecret: false, durationMs, leftBehind: [] };
}

/** The client's command in reports. */
export const PERSON: readonly string[] = ['a person with an app'];
