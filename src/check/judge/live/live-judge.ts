import { Lru } from '../../../base/lru.ts';
import { Watchers } from '../../../base/watchers.ts';
import type { Rule } from '../../../interface/rules/load-rules.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import type { ConductArea } from '../conduct.ts';
import type { Finding } from '../finding.ts';
import { Judge } from '../judge.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { loadConduct } from '../load-conduct.ts';
import type { Subject } from '../subject.ts';
import type { ProfileVerdicts, Verdicts } from '../verdicts.ts';
import { verdictsOn } from '../verdicts.ts';
import { Batches } from './batches.ts';
import type { CausedVerdict } from './caused.ts';
import { Caused } from './caused.ts';
import type { Counts } from './counts.ts';
import { countsOf } from './counts.ts';

/** What happens to the verdicts on a profile, for a reader that follows them. */
export interface VerdictWatcher {
  /** An exchange of the profile was judged. */
  judged(findings: readonly Finding[]): void;
  /** The verdicts began again. */
  restart(): void;
  /** Nothing more will come. */
  end(): void;
}

/**
 * The judge of a running service: every exchange is judged soon after it has ended, and before anybody reads of it. The
 * conduct checks are loaded with the first one, so that a start does not wait for them. Works behind the responses, and
 * never throws.
 */
export class LiveJudge {
  readonly watchers = new Watchers<VerdictWatcher>();
  readonly #court: Batches<Court>;
  readonly #caused = new Caused();
  /** What is looked up about exchanges before they are judged. */
  readonly #underway = new Set<Promise<void>>();
  /** Profiles that began with this process; null where all did. */
  readonly #born: Set<string> | null;
  /** Why exchanges of a profile are missing from its verdicts. */
  readonly #unjudged: Map<string, string>;
  /** Responses can end after the removal of their profile. */
  readonly #removed = new Lru<true>(MAX_REMOVED);
  readonly #reportError: (error: unknown) => void;

  /**
   * `calledBefore`: profiles whose clients made calls before this process started; null where no profile was there.
   * `reportError` gets what a conduct check throws.
   */
  constructor(calledBefore: readonly string[] | null, reportError: (error: unknown) => void) {
    this.#born = calledBefore && new Set();
    this.#unjudged = new Map(calledBefore?.map((profileCode) => [profileCode, CALLED_BEFORE]));
    this.#reportError = reportError;
    this.#court = new Batches(openCourt, reportError);
  }

  judge(profileCode: string, exchange: JudgedExchange): void {
    this.#court.do((court) => {
      if (this.#removed.peek(profileCode)) return;
      const findings = this.#try(court, profileCode, exchange);
      if (findings.length > 0) this.#caused.add(profileCode, exchange.id, findings);
      if (!this.watchers.isEmpty) for (const watcher of this.watchers.of(profileCode)) watcher.judged(findings);
    });
  }

  #try({ profiles }: Court, profileCode: string, exchange: JudgedExchange): readonly Finding[] {
    try {
      return profiles.judge(profileCode, exchange, this.#gapOf(profileCode));
    } catch (error) {
      this.#unjudged.set(profileCode, FAILED);
      this.#reportError(error);
      return [];
    }
  }

  /** Counts a call that a page of the sandbox made with its own key: no verdict is about it. */
  passOver(profileCode: string): void {
    this.#court.do(({ profiles }) => {
      if (!this.#removed.peek(profileCode)) profiles.passOver(profileCode, this.#gapOf(profileCode));
      if (!this.watchers.isEmpty) for (const watcher of this.watchers.of(profileCode)) watcher.judged([]);
    });
  }

  /** Judges an exchange that was not authenticated, and names a profile or null. */
  judgeUnauthenticated(profileCode: string | null, exchange: JudgedExchange): void {
    this.#court.do(({ unauthenticated }) => {
      if (profileCode !== null && this.#removed.peek(profileCode)) return;
      unauthenticated.judge(profileCode ?? NOBODY, exchange, NOT_AUTHENTICATED);
    });
  }

  /** Takes note of work that ends with an exchange being judged, and never rejects: reads wait for it. */
  defer(work: Promise<void>): void {
    this.#underway.add(work);
    void work.finally(() => this.#underway.delete(work));
  }

  /** Resolved once all exchanges that have ended are judged. Never rejects. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.allSettled([...this.#underway]);
    await this.#court.idle();
  }

  /** `ended`: see `verdictsOn`. */
  async verdicts(profileCode: string, ended: boolean): Promise<ProfileVerdicts> {
    await this.settled();
    const court = await this.#court.get();
    const unauthenticated = verdictsOf(court, court.unauthenticated, profileCode, ended);
    const { known, passedOver } = court.profiles.subject(profileCode) ?? {
      known: { gap: this.#gapOf(profileCode) },
      passedOver: 0,
    };
    const unjudged = this.#unjudged.get(profileCode) ?? null;
    const verdicts = verdictsOf(court, court.profiles, profileCode, ended);
    return { ...verdicts, passedOver, unjudged, gap: known.gap, unauthenticated };
  }

  /** The verdicts on calls that were not authenticated and named no profile. */
  async verdictsOnNobody(): Promise<Verdicts> {
    await this.settled();
    const court = await this.#court.get();
    return verdictsOf(court, court.unauthenticated, NOBODY, false);
  }

  /** What is known of a profile so far; undefined where nothing of it was judged. */
  subject(profileCode: string): Subject | undefined {
    return this.#court.doNow()?.profiles.subject(profileCode);
  }

  /** How many exchanges of a profile were judged, and how many findings of each level there are. */
  counts(profileCode: string): Counts {
    const court = this.#court.doNow();
    return countsOf(court?.areas ?? [], [court?.profiles.subject(profileCode)]);
  }

  /** What an exchange broke, as far as that is held and `settled`. */
  caused(profileCode: string, exchangeId: string): readonly CausedVerdict[] {
    return this.#caused.of(profileCode, exchangeId);
  }

  /** Ends the watchers of a profile; without a profile all of them, now and from now on. */
  endWatching(profileCode?: string): void {
    this.#court.doNow();
    if (profileCode === undefined) this.watchers.endAll();
    else this.watchers.end(profileCode);
  }

  /** To be called for each new profile: all that its clients will have learned is seen. */
  begin(profileCode: string): void {
    this.#born?.add(profileCode);
    this.#removed.delete(profileCode);
  }

  /**
   * Starts again with a profile. What its clients have learned stays known: an id that they were given before is no
   * invention. `gap`: why they may know more from now on; null where they do not.
   */
  restart(profileCode: string, gap: string | null): void {
    this.#court.do(({ profiles, unauthenticated }) => {
      this.#unjudged.delete(profileCode);
      profiles.restart(profileCode, gap);
      unauthenticated.forget(profileCode);
      this.#caused.forget(profileCode);
      for (const watcher of this.watchers.of(profileCode)) watcher.restart();
    });
  }

  remove(profileCode: string): void {
    this.#born?.delete(profileCode);
    this.#court.do(({ profiles, unauthenticated }) => {
      this.#removed.set(profileCode, true);
      this.#unjudged.delete(profileCode);
      profiles.forget(profileCode);
      unauthenticated.forget(profileCode);
      this.#caused.forget(profileCode);
    });
    this.endWatching(profileCode);
  }

  #gapOf(profileCode: string): string | null {
    return this.#born === null || this.#born.has(profileCode) ? null : THERE_BEFORE;
  }
}

/** What it takes to judge. */
interface Court {
  areas: readonly ConductArea[];
  rules: readonly Rule[];
  /** Of authenticated calls, by profile. */
  profiles: Judge;
  /**
   * Of calls that were not authenticated, by the profile that their public key names, or `NOBODY`. Anybody can make
   * such a call with a key that is not theirs. They have a judge of their own: whatever they are, they change nothing
   * in what is said of the profile's own calls, and drop nothing of it.
   */
  unauthenticated: Judge;
}

async function openCourt(): Promise<Court> {
  const areas = await loadConduct();
  const judge = (): Judge => new Judge(areas, true, Infinity);
  return { areas, rules: loadRules(), profiles: judge(), unauthenticated: judge() };
}

/** The verdicts of one of the judges on a profile. */
function verdictsOf({ areas, rules }: Court, judge: Judge, profile: string, ended: boolean): Verdicts {
  const subject = judge.subject(profile);
  return verdictsOn(subject ? [subject] : [], areas, rules, ended);
}

/** Stands for the profile of calls that name none. */
const NOBODY = '';
/** Removed profiles that are remembered. */
const MAX_REMOVED = 1000;
const CALLED_BEFORE =
  'calls before the latest start of the sandbox are not in these verdicts; judge the journal with `taxiway judge`, ' +
  'or reset the profile';
const FAILED = 'the judge failed on some calls, as the log says; judge the journal with `taxiway judge`';
const THERE_BEFORE = 'the profile was there before this process started';
const NOT_AUTHENTICATED = 'the calls were not authenticated, and anybody can have made them';
