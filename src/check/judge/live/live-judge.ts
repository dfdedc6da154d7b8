import { Lru } from '../../../base/lru.ts';
import { Watchers } from '../../../base/watchers.ts';
import type { Rule } from '../../../interface/rules/load-rules.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import type { ConductArea } from '../conduct.ts';
import type { Finding } from '../finding.ts';
import { Judge } from '../judge.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { loadConduct } from '../load-conduct.ts';
import type { ProfileVerdicts, Verdicts } from '../verdicts.ts';
import { verdictsOn } from '../verdicts.ts';
import { Batches } from './batches.ts';
import { Caused } from './caused.ts';
import type { Counts } from './counts.ts';
import { countsOf } from './counts.ts';
import { FAILED, NOT_AUTHENTICATED } from './reasons.ts';
import type { CausedOf, Intake, SandboxJudge, VerdictWatcher } from './sandbox-judge.ts';

/**
 * The judge of a running service. It judges every exchange soon after its end, and before any read of its verdicts. It
 * loads the conduct checks with the first exchange, so that a start does not wait for them. It works after the
 * responses, and never throws.
 */
export class LiveJudge implements SandboxJudge, Intake {
  readonly intake = this;
  readonly watchers = new Watchers<VerdictWatcher>();
  readonly #court: Batches<Court>;
  readonly #caused = new Caused();
  /** Lookups in progress, before their exchanges are judged. */
  readonly #underway = new Set<Promise<void>>();
  /** Profiles created by this process; null if all were. */
  readonly #born: Set<string> | null;
  /** Reasons for exchanges missing from a profile's verdicts. */
  readonly #unjudged: Map<string, string>;
  /** Responses can end after the removal of their profile. */
  readonly #removed = new Lru<true>(MAX_REMOVED);
  readonly #reportError: (error: unknown) => void;

  /**
   * `calledBefore`: profiles with client calls before this process started; null if no profile existed. `reportError`
   * gets the errors of conduct checks.
   */
  constructor(calledBefore: readonly string[] | null, reportError: (error: unknown) => void) {
    this.#born = calledBefore && new Set();
    this.#unjudged = new Map(calledBefore?.map((profileCode) => [profileCode, CALLED_BEFORE]));
    this.#reportError = reportError;
    this.#court = new Batches(openCourt, reportError);
  }

  get lag(): number {
    return this.#underway.size + this.#court.count;
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

  passOver(profileCode: string): void {
    this.#court.do(({ profiles }) => {
      if (!this.#removed.peek(profileCode)) profiles.passOver(profileCode, this.#gapOf(profileCode));
      if (!this.watchers.isEmpty) for (const watcher of this.watchers.of(profileCode)) watcher.judged([]);
    });
  }

  judgeUnauthenticated(profileCode: string | null, exchange: JudgedExchange): void {
    this.#court.do(({ unauthenticated }) => {
      if (profileCode !== null && this.#removed.peek(profileCode)) return;
      unauthenticated.judge(profileCode ?? NOBODY, exchange, NOT_AUTHENTICATED);
    });
  }

  defer(work: Promise<void>): void {
    this.#underway.add(work);
    void work.finally(() => this.#underway.delete(work));
  }

  /** Resolves once all ended exchanges are judged. Never rejects. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.allSettled([...this.#underway]);
    await this.#court.idle();
  }

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

  async verdictsOnNobody(): Promise<Verdicts & { unjudged: null }> {
    await this.settled();
    const court = await this.#court.get();
    return { ...verdictsOf(court, court.unauthenticated, NOBODY, false), unjudged: null };
  }

  async counts(profileCode: string): Promise<Counts> {
    await this.settled();
    const court = this.#court.doNow();
    return countsOf(court?.areas ?? [], [court?.profiles.subject(profileCode)]);
  }

  async caused(profileCode: string): Promise<CausedOf> {
    await this.settled();
    return (exchangeId) => this.#caused.of(profileCode, exchangeId);
  }

  async clear(profileCode: string): Promise<{ exchanges: number; unjudged: null }> {
    await this.settled();
    const exchanges = this.#court.doNow()?.profiles.subject(profileCode)?.exchanges ?? 0;
    this.restart(profileCode, null);
    return { exchanges, unjudged: null };
  }

  endWatching(profileCode?: string): void {
    this.#court.doNow();
    if (profileCode === undefined) this.watchers.endAll();
    else this.watchers.end(profileCode);
  }

  begin(profileCode: string): void {
    this.#born?.add(profileCode);
    this.#removed.delete(profileCode);
  }

  restart(profileCode: string, gap: string | null): void {
    this.#court.do(({ profiles, unauthenticated }) => {
      this.#unjudged.delete(profileCode);
      profiles.restart(profileCode, gap);
      unauthenticated.forget(profileCode);
      this.#caused.forget(profileCode);
      for (const watcher of this.watchers.of(profileCode)) watcher.restart();
    });
  }

  wake(): void {
    // Its exchanges come by the intake.
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

/** Everything needed to judge. */
interface Court {
  areas: readonly ConductArea[];
  rules: readonly Rule[];
  /** Judge of authenticated calls, by profile. */
  profiles: Judge;
  /**
   * Judge of unauthenticated calls, by the profile of their public key, or `NOBODY`. Any caller can use a foreign
   * public key, so these calls have a separate judge. They neither change nor displace verdicts on the profile's own
   * calls.
   */
  unauthenticated: Judge;
}

async function openCourt(): Promise<Court> {
  const areas = await loadConduct();
  const judge = (): Judge => new Judge(areas, true, Infinity);
  return { areas, rules: loadRules(), profiles: judge(), unauthenticated: judge() };
}

/** Returns the verdicts of one judge on a profile. */
function verdictsOf({ areas, rules }: Court, judge: Judge, profile: string, ended: boolean): Verdicts {
  const subject = judge.subject(profile);
  return verdictsOn(subject ? [subject] : [], areas, rules, ended);
}

/** Profile key of calls without a profile. */
const NOBODY = '';
/** Maximum number of remembered removed profiles. */
const MAX_REMOVED = 1000;
const CALLED_BEFORE =
  'calls before the latest start of the sandbox are not in these verdicts; judge the journal with `taxiway judge`, ' +
  'or reset the profile';
const THERE_BEFORE = 'the profile was there before this process started';
