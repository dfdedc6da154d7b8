import { Lru } from '../../../base/lru.ts';
import { SharedRuns } from '../../../base/shared-runs.ts';
import { stopwatch } from '../../../base/stopwatch.ts';
import { Watchers } from '../../../base/watchers.ts';
import { NOBODY } from '../../../exchange/exchange.ts';
import type { UnknownBefore } from '../../../exchange/journal-mark.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { Rule } from '../../../interface/rules/load-rules.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import type { ConductArea } from '../conduct.ts';
import type { Finding } from '../finding.ts';
import { MAX_BYTES } from '../judge.ts';
import type { Knowledge } from '../knowledge.ts';
import { loadConduct } from '../load-conduct.ts';
import type { Counts, ProfileVerdicts } from '../verdicts.ts';
import { countsOf, verdictsOn } from '../verdicts.ts';
import { Docket } from './docket.ts';
import type { JournalSource } from './journal-source.ts';
import type { CausedVerdict, ProfileCase } from './profile-case.ts';

/** Receives the changes to a profile's verdicts. */
export interface VerdictWatcher {
  /** An exchange was judged. */
  judged(findings: readonly Finding[]): void;
  /** The verdicts restarted. */
  restart(): void;
  /** No further change will come. */
  end(): void;
}

/** Current verdicts on profiles. Every read first judges the exchanges that ended before it. */
export interface ProfileJudge {
  readonly watchers: Watchers<VerdictWatcher>;
  /** `profileCode`: also `NOBODY`. `ended`: see `verdictsOn`. */
  verdicts(profileCode: string, ended: boolean): Promise<ProfileVerdicts>;
  /** Counts a profile's judged exchanges and its findings per level. */
  counts(profileCode: string): Promise<Counts>;
  /** The same for several profiles; null for those that take too long to judge. */
  countsOfAll(profileCodes: readonly string[]): Promise<(Counts | null)[]>;
  /** Returns a function that finds the stored findings on a profile's exchange, by its id. */
  caused(profileCode: string): Promise<CausedOf>;
  /** Clears the verdicts on a profile; its clients keep their knowledge. Returns the judged exchange count. */
  clear(profileCode: string): Promise<{ exchanges: number; unjudged: string | null }>;
}

export type CausedOf = (exchangeId: string) => readonly CausedVerdict[];

export interface JudgeOptions {
  source: JournalSource;
  spec: Spec;
  serviceIdHeader: string;
  /** Gets errors in conduct checks, and errors from the journal while no request waits for a verdict. */
  reportError: (error: unknown) => void;
}

/**
 * A sandbox's judge. Verdicts depend on the journal alone: a read judges the new exchanges there, and the journal has
 * them judged before it drops them. It loads the conduct checks with the first one.
 */
export class SandboxJudge implements ProfileJudge {
  readonly watchers = new Watchers<VerdictWatcher>();
  readonly takesValues: boolean;
  readonly #options: JudgeOptions;
  readonly #dockets = new Lru<Docket>(Infinity);
  readonly #settling: SharedRuns<Awaited<ReturnType<JournalSource['settle']>>>;
  readonly #soon = new Map<string, NodeJS.Timeout>();
  #opening: Promise<Court> | undefined;
  /** Profiles that wait until other profiles are judged. */
  readonly #meeting = new Set<string>();

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.takesValues = !options.source.isShared;
    this.#settling = new SharedRuns(() => options.source.settle());
  }

  async verdicts(profileCode: string, ended: boolean): Promise<ProfileVerdicts> {
    const { missing, until } = await this.#settling.run();
    const { areas, rules } = await this.#open();
    const own = await this.#catchUp(profileCode, until);
    const on = (subject: ProfileCase['subject']) => verdictsOn(subject ? [subject] : [], areas, rules, ended);
    return {
      ...on(own?.subject),
      passedOver: own?.subject?.passedOver ?? 0,
      unjudged: own?.unjudged ?? missing,
      gap: own?.gap ?? null,
      unauthenticated: { ...on(own?.unauthenticated), unjudged: own?.unjudgedUnauthenticated ?? missing },
    };
  }

  async counts(profileCode: string): Promise<Counts> {
    const { areas } = await this.#open();
    return countsOf(areas, [(await this.#settled(profileCode))?.subject]);
  }

  async countsOfAll(profileCodes: readonly string[]): Promise<(Counts | null)[]> {
    const elapsed = stopwatch();
    const counts: (Counts | null)[] = [];
    // One after the other, because the clients' calls need the store too.
    for (const code of profileCodes) counts.push(elapsed() > MOST_MS ? null : await this.counts(code));
    return counts;
  }

  async caused(profileCode: string): Promise<CausedOf> {
    const own = await this.#settled(profileCode);
    return (exchangeId) => own?.caused(exchangeId) ?? [];
  }

  async clear(profileCode: string): Promise<{ exchanges: number; unjudged: string | null }> {
    const { missing, until } = await this.#settling.run();
    const own = await this.#catchUp(profileCode, until);
    const subject = profileCode === NOBODY ? own?.unauthenticated : own?.subject;
    const exchanges = subject?.exchanges ?? 0;
    await this.#options.source.clear(profileCode);
    this.wake(profileCode);
    return { exchanges, unjudged: missing };
  }

  /** Returns what a profile reset keeps for the judge. */
  async carry(profileCode: string): Promise<{ unknownBefore: UnknownBefore | null; knownBefore: Uint8Array | null }> {
    const own = await this.#settled(profileCode);
    return own?.carry() ?? { unknownBefore: null, knownBefore: null };
  }

  /** Judges a profile's exchanges before the journal drops them. False if another process may not have done so. */
  async catchUp(profileCode: string): Promise<boolean> {
    const { until, isConfirmed } = await this.#options.source.settleToDrop(profileCode);
    await this.#catchUp(profileCode, until);
    return isConfirmed;
  }

  /** Judges a profile's exchanges for another process, which may drop them. */
  async judgeUntil({ profileCode, until }: { profileCode: string; until: number }): Promise<void> {
    await this.#catchUp(profileCode, until);
  }

  /** Judges them too, but only if this process has verdicts on the profile. */
  async keepUp(profileCode: string): Promise<void> {
    if (this.takesValues && this.#dockets.peek(profileCode)?.current) await this.catchUp(profileCode);
  }

  /** Reports news in a profile's journal to its watchers soon. */
  wake(profileCode: string): void {
    if (this.watchers.isEmpty || this.watchers.of(profileCode).size === 0 || this.#soon.has(profileCode)) return;
    const timer = setTimeout(() => {
      this.#soon.delete(profileCode);
      this.#settled(profileCode).catch(this.#options.reportError);
    }, SOON_MS).unref();
    this.#soon.set(profileCode, timer);
  }

  remove(profileCode: string): void {
    this.#dockets.delete(profileCode);
    this.endWatching(profileCode);
  }

  /** Ends a profile's watchers. Without a profile, ends all watchers, including future ones. */
  endWatching(profileCode?: string): void {
    if (profileCode === undefined) this.watchers.endAll();
    else this.watchers.end(profileCode);
  }

  /** Returns the case with every exchange that ended before the call. */
  async #settled(profileCode: string): Promise<ProfileCase | undefined> {
    const { until } = await this.#settling.run();
    return this.#catchUp(profileCode, until);
  }

  async #catchUp(profileCode: string, until: number): Promise<ProfileCase | undefined> {
    const own = await (await this.#docketOf(profileCode)).catchUp(until);
    this.#makeRoom();
    return own;
  }

  async #docketOf(profileCode: string): Promise<Docket> {
    const { areas } = await this.#open();
    const create = () =>
      new Docket({
        ...this.#options,
        areas,
        profileCode,
        watchers: () => this.watchers.of(profileCode),
        others: () => this.#knownToOthers(profileCode),
        meetOthers: (until) => this.#meetOthers(profileCode, until),
      });
    return this.#dockets.getOrCreate(profileCode, create);
  }

  *#knownToOthers(profileCode: string): Iterable<Knowledge> {
    for (const code of [...this.#dockets.keys()].reverse()) {
      const subject = code === profileCode ? undefined : this.#dockets.peek(code)?.current?.subject;
      if (subject) yield subject.known;
    }
  }

  /** Judges the other profiles. If one is waiting itself, only reads its knowledge, so no two wait for each other. */
  async #meetOthers(profileCode: string, until: number): Promise<Knowledge[]> {
    const learned: Knowledge[] = [];
    this.#meeting.add(profileCode);
    try {
      for (const code of await this.#options.source.others(profileCode)) {
        const docket = await this.#docketOf(code);
        if (this.#meeting.has(code)) learned.push(...(await docket.learn(until)));
        else await docket.catchUp(until);
      }
    } finally {
      this.#meeting.delete(profileCode);
    }
    return learned;
  }

  /**
   * Keeps all cases within a common limit, starting with the least recently used one. Removes an idle case, because it
   * can be judged again. Any other case drops its older responses.
   */
  #makeRoom(): void {
    const held = [...this.#dockets.keys()].map((code) => ({ code, docket: this.#dockets.peek(code) }));
    let excess = held.reduce((sum, { docket }) => sum + (docket?.current?.bytes ?? 0), 0) - MAX_BYTES;
    for (const { code, docket } of held) {
      const own = docket?.current;
      if (excess <= 0) return;
      if (!docket || !own) continue;
      excess -= own.bytes;
      if (docket.isIdle) this.#dockets.delete(code);
      else own.makeRoom();
      excess += docket.isIdle ? 0 : own.bytes;
    }
  }

  /** Loads the conduct checks with the first read, so that a start does not wait for them. */
  #open(): Promise<Court> {
    return (this.#opening ??= loadConduct().then((areas) => ({ areas, rules: loadRules() })));
  }
}

interface Court {
  areas: readonly ConductArea[];
  rules: readonly Rule[];
}

/** Longer than the journal delays a batch. */
const SOON_MS = 50;
/** Time limit for counting a list of profiles. */
const MOST_MS = 2000;
