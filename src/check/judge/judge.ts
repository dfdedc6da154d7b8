import { Lru } from '../../base/lru.ts';
import type { OperationId } from '../../interface/api.ts';
import { count } from '../report/text.ts';
import type { ConductArea, ConductCheck } from './conduct.ts';
import type { Finding } from './finding.ts';
import type { JudgedExchange } from './judged-exchange.ts';
import type { Knowledge } from './knowledge.ts';
import type { Peers } from './subject.ts';
import { Subject } from './subject.ts';

/**
 * Judges what clients do, exchange by exchange. A black box: it knows the conduct checks, and of the service nothing
 * but what the exchanges show. Memory is bounded: profiles forget what they learned first, and keep their verdicts.
 */
export class Judge implements Peers {
  readonly areApart: boolean;
  readonly #checks: CheckIndex;
  readonly #maxProfiles: number;
  /** The one that was seen last comes last. */
  readonly #subjects = new Lru<Subject>(Infinity);
  #unjudged = 0;
  /** What the subjects held when it was last counted, and all exchanges since: at least what they hold. */
  #bytes = 0;
  /** How many findings are held that are not the first of their kind. */
  #findings = 0;

  /**
   * `areApart`: the profiles belong to different people, and none may see what another one sent or got. `maxProfiles`:
   * exchanges of further profiles are only counted; Infinity where the caller forgets profiles that were removed.
   */
  constructor(areas: readonly ConductArea[], areApart = false, maxProfiles = MAX_PROFILES) {
    this.areApart = areApart;
    this.#maxProfiles = maxProfiles;
    this.#checks = indexChecks(areas);
  }

  /** Number of exchanges that were not judged, because their profiles were too many. */
  get unjudged(): number {
    return this.#unjudged;
  }

  /**
   * Judges an exchange of a profile once it has ended; returns what it broke. `gap`: why the source may not show all
   * that the profile learned before its first exchange; null where it does.
   */
  judge(profile: string, exchange: JudgedExchange, gap: string | null): readonly Finding[] {
    if (this.#subjects.size >= this.#maxProfiles && !this.#subjects.peek(profile)) {
      this.#unjudged++;
      return [];
    }
    const subject = this.#subjects.getOrCreate(profile, () => new Subject(gap, this));
    const findings = subject.judge(exchange, checksFor(this.#checks, exchange.operation));
    this.#bytes += exchange.bytes ?? 0;
    if (this.#bytes > MAX_BYTES) this.#makeRoom();
    return findings;
  }

  /** Counts a call of a profile that a page of the sandbox made: it is no conduct of the client. `gap`: see `judge`. */
  passOver(profile: string, gap: string | null): void {
    if (this.#subjects.size >= this.#maxProfiles && !this.#subjects.peek(profile)) return;
    this.#subjects.getOrCreate(profile, () => new Subject(gap, this)).passOver();
  }

  /** All profiles together hold a limited amount: those that hold most drop their older half. */
  #makeRoom(): void {
    const held = this.#held().map(({ known }) => known);
    const total = (): number => (this.#bytes = held.reduce((sum, { bytes }) => sum + bytes, 0));
    while (total() > MAX_BYTES) {
      const largestFirst = held.map((known) => ({ known, bytes: known.bytes })).sort((a, b) => b.bytes - a.bytes);
      // A few more than the bound requires, so that the next exchange does not count again.
      let excess = this.#bytes - MAX_BYTES * KEPT_SHARE;
      for (const { known, bytes } of largestFirst) {
        if (excess <= 0) break;
        known.makeRoom();
        excess -= bytes - known.bytes;
      }
    }
  }

  mayHoldAnother(): boolean {
    if (this.#findings >= MAX_ALL_FINDINGS) return false;
    this.#findings++;
    return true;
  }

  #held(): Subject[] {
    return [...this.#subjects.keys()].flatMap((profile) => this.#subjects.peek(profile) ?? []);
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
    for (const subject of this.#held().reverse()) if (subject !== own) yield subject.known;
  }

  /**
   * Starts again with a profile, whose client keeps what it has learned. `gap`: why it may know more from now on; null
   * where it does not.
   */
  restart(profile: string, gap: string | null): void {
    this.#findings -= this.#subjects.peek(profile)?.moreFindings ?? 0;
    if (gap === null) this.#subjects.peek(profile)?.restart(null);
    else this.#subjects.getOrCreate(profile, () => new Subject(gap, this)).restart(gap);
  }

  forget(profile: string): void {
    this.#findings -= this.#subjects.peek(profile)?.moreFindings ?? 0;
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

/** Of a recording. In a sandbox, the store has the limit. */
export const MAX_PROFILES = 2000;
/** Of what all profiles together have learned. */
export const MAX_BYTES = 100_000_000;
/** Findings of all profiles together, apart from the first of each check. */
export const MAX_ALL_FINDINGS = 20_000;
/** Says how many exchanges were not judged, and what to do. */
export function sayUnjudged(exchanges: number): string {
  return (
    `${count(exchanges, 'exchange')} of further profiles than the first ${MAX_PROFILES} were not judged; ` +
    'judge the recording with --profile for each of these'
  );
}

/** How much of a bound is used after profiles made room. */
const KEPT_SHARE = 0.95;
