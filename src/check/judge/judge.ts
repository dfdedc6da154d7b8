import { Lru } from '../../base/lru.ts';
import type { OperationId } from '../../interface/api.ts';
import type { ConductArea, ConductCheck } from './conduct.ts';
import type { Finding } from './finding.ts';
import type { JudgedExchange } from './judged-exchange.ts';
import type { Knowledge } from './knowledge.ts';
import type { Peers } from './subject.ts';
import { Subject } from './subject.ts';

/**
 * Judges what clients do, exchange by exchange. A black box: it knows the conduct checks, and of the service nothing
 * but what the exchanges show. Memory is bounded: the profiles that were seen last are held, each with what it learned
 * lately.
 */
export class Judge implements Peers {
  readonly areApart: boolean;
  readonly #checks: CheckIndex;
  readonly #subjects = new Lru<Subject>(MAX_PROFILES);
  /** What the subjects held when it was last counted, and all exchanges since: at least what they hold. */
  #bytes = 0;

  /** `areApart`: the profiles belong to different people, and none may see what another one sent or got. */
  constructor(areas: readonly ConductArea[], areApart = false) {
    this.areApart = areApart;
    this.#checks = indexChecks(areas);
  }

  /**
   * Judges an exchange of a profile once it has ended; returns what it broke. `gap`: why the source may not show all
   * that the profile learned before its first exchange; null where it does.
   */
  judge(profile: string, exchange: JudgedExchange, gap: string | null): readonly Finding[] {
    const subject = this.#subjects.getOrCreate(profile, () => new Subject(this.#isFull ? TOO_MANY : gap, this));
    const findings = subject.judge(exchange, checksFor(this.#checks, exchange.operation));
    this.#bytes += exchange.bytes ?? 0;
    if (this.#bytes > MAX_BYTES) this.#makeRoom();
    return findings;
  }

  /** All profiles together hold a limited amount: those that hold most drop their older half. */
  #makeRoom(): void {
    const held = [...this.#subjects.keys()].flatMap((profile) => this.#subjects.peek(profile)?.known ?? []);
    const total = (): number => (this.#bytes = held.reduce((sum, { bytes }) => sum + bytes, 0));
    while (total() > MAX_BYTES) held.reduce((largest, one) => (one.bytes > largest.bytes ? one : largest)).makeRoom();
  }

  /** What is known of a profile; undefined where no exchange of it was judged. */
  subject(profile: string): Subject | undefined {
    return this.#subjects.peek(profile);
  }

  profiles(): string[] {
    return [...this.#subjects.keys()];
  }

  /** What responses have shown to all profiles but one, the one that was seen last first. */
  *knownToOthers(own: Subject): Iterable<Knowledge> {
    for (const profile of [...this.#subjects.keys()].reverse()) {
      const subject = this.#subjects.peek(profile);
      if (subject && subject !== own) yield subject.known;
    }
  }

  /** From then on a profile may have been dropped before. */
  get #isFull(): boolean {
    return this.#subjects.size >= MAX_PROFILES;
  }

  /**
   * Starts again with a profile, whose client keeps what it has learned. `gap`: why it may know more from now on; null
   * where it does not.
   */
  restart(profile: string, gap: string | null): void {
    if (gap === null) this.#subjects.peek(profile)?.restart(null);
    else this.#subjects.getOrCreate(profile, () => new Subject(gap, this)).restart(gap);
  }

  forget(profile: string): void {
    this.#subjects.delete(profile);
  }
}

interface CheckIndex {
  byOperation: Map<OperationId, readonly ConductCheck[]>;
  any: readonly ConductCheck[];
}

function indexChecks(areas: readonly ConductArea[]): CheckIndex {
  const checks = areas.flatMap((area) => area.checks);
  const any = checks.filter(({ sees }) => sees === 'any');
  const byOperation = new Map<OperationId, readonly ConductCheck[]>();
  for (const operation of new Set(checks.flatMap(({ sees }) => (sees === 'any' ? [] : sees))))
    byOperation.set(
      operation,
      checks.filter(({ sees }) => sees === 'any' || sees.includes(operation)),
    );
  return { byOperation, any };
}

function checksFor({ byOperation, any }: CheckIndex, operation: OperationId | null): readonly ConductCheck[] {
  return (operation === null ? undefined : byOperation.get(operation)) ?? any;
}

export const MAX_PROFILES = 200;
/** Of what all profiles together have learned. */
export const MAX_BYTES = 100_000_000;
const TOO_MANY = 'more profiles were judged since than are held at once';
