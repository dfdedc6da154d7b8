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
 * Judges clients exchange by exchange. A black box: it knows the conduct checks, and knows the service only from the
 * exchanges. Memory is bounded: profiles forget their oldest knowledge, and keep their verdicts.
 */
export class Judge implements Peers {
  readonly areApart: boolean;
  /** Returns the knowledge of profiles under another judge. */
  others: () => Iterable<Knowledge> = () => [];
  readonly #checks: CheckIndex;
  /** Subjects by latest use; the latest one comes last. */
  readonly #subjects = new Lru<Subject>(Infinity);
  #unjudged = 0;
  /** Size that the subjects had at the latest count, plus all exchanges since: an upper limit. */
  #bytes = 0;
  /** Stored findings, apart from the first one per kind. */
  #findings = 0;

  /** `areApart`: the profiles belong to different people, and none may see another one's exchanges. */
  constructor(areas: readonly ConductArea[], areApart = false) {
    this.areApart = areApart;
    this.#checks = indexChecks(areas);
  }

  /** Exchanges not judged due to the profile limit. */
  get unjudged(): number {
    return this.#unjudged;
  }

  /**
   * Judges a profile's exchange after its end; returns its findings. `gap`: the reason if the source may lack earlier
   * knowledge for the profile; null otherwise. `knownBefore`: see `Knowledge`.
   */
  judge(
    profile: string,
    exchange: JudgedExchange,
    gap: string | null,
    knownBefore: Uint8Array | null = null,
  ): readonly Finding[] {
    const subject = this.#subjectOf(profile, gap, knownBefore);
    if (!subject) {
      this.#unjudged++;
      return [];
    }
    const findings = subject.judge(exchange, checksFor(this.#checks, exchange.operation));
    this.#bytes += exchange.bytes ?? 0;
    if (this.#bytes > MAX_BYTES) this.#makeRoom();
    return findings;
  }

  /** Counts a call from a page of the sandbox, which is not the client's. `gap`: see `judge`. */
  passOver(profile: string, gap: string | null): void {
    this.#subjectOf(profile, gap)?.passOver();
  }

  /** Returns undefined beyond the profile limit. */
  #subjectOf(profile: string, gap: string | null, knownBefore: Uint8Array | null = null): Subject | undefined {
    if (this.#subjects.size >= MAX_PROFILES && !this.#subjects.peek(profile)) return undefined;
    return this.#subjects.getOrCreate(profile, () => new Subject(gap, this, knownBefore));
  }

  /** Keeps all profiles within a common limit: the largest ones drop their older half. */
  #makeRoom(): void {
    const held = this.#held().map(({ known }) => known);
    const total = (): number => (this.#bytes = held.reduce((sum, { bytes }) => sum + bytes, 0));
    while (total() > MAX_BYTES) {
      const largestFirst = held.map((known) => ({ known, bytes: known.bytes })).sort((a, b) => b.bytes - a.bytes);
      // Frees a little more than required, so that the next exchange does not trigger another count.
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

  /** Returns a profile's knowledge and verdicts; undefined if it has no judged exchange. */
  subject(profile: string): Subject | undefined {
    return this.#subjects.peek(profile);
  }

  /** Returns the judged profiles by name. */
  profiles(): string[] {
    return [...this.#subjects.keys()].sort();
  }

  /** Generates all other profiles' knowledge, latest use first. */
  *knownToOthers(own: Subject): Iterable<Knowledge> {
    for (const subject of this.#held().reverse()) if (subject !== own) yield subject.known;
    yield* this.others();
  }

  /** Starts a profile again. Its client keeps its knowledge. */
  restart(profile: string): void {
    this.#findings -= this.#subjects.peek(profile)?.moreFindings ?? 0;
    this.#subjects.peek(profile)?.restart();
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

/** Profile limit for a recording. In a sandbox, the store has the limit. */
export const MAX_PROFILES = 2000;
/** Limit for the knowledge in all profiles, in bytes. */
export const MAX_BYTES = 100_000_000;
/** Limit for stored findings in all profiles, apart from each check's first one. */
export const MAX_ALL_FINDINGS = 20_000;
/** Returns a message with the number of exchanges not judged, and advice. */
export function sayUnjudged(exchanges: number): string {
  return (
    `${count(exchanges, 'exchange')} of further profiles than the first ${MAX_PROFILES} were not judged; ` +
    'judge the recording with --profile for each of these'
  );
}

/** Share of the limit that remains in use after profiles made room. */
const KEPT_SHARE = 0.95;
