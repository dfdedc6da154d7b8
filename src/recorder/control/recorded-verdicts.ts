import { Lru } from '../../base/lru.ts';
import { Watchers } from '../../base/watchers.ts';
import type { ConductArea } from '../../check/judge/conduct.ts';
import type { Finding } from '../../check/judge/finding.ts';
import type { Judge } from '../../check/judge/judge.ts';
import { sayUnjudged } from '../../check/judge/judge.ts';
import type { CausedVerdict } from '../../check/judge/live/profile-case.ts';
import { withoutEvidence } from '../../check/judge/live/profile-case.ts';
import type { CausedOf, ProfileJudge, VerdictWatcher } from '../../check/judge/live/sandbox-judge.ts';
import type { Subject } from '../../check/judge/subject.ts';
import type { Counts, ProfileVerdicts } from '../../check/judge/verdicts.ts';
import { countsOf, verdictsOn } from '../../check/judge/verdicts.ts';
import type { Redaction } from '../../exchange/redaction.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { ALL_PROFILES } from './recorded-journal.ts';

export interface VerdictsOptions {
  judge: Judge;
  areas: readonly ConductArea[];
  secrets: Redaction;
  /** Resolves once all earlier exchanges are judged. */
  settled: () => Promise<void>;
}

/** Verdicts on recorded exchanges, in the same form as the verdicts of a sandbox's live judge. */
export class RecordedVerdicts implements ProfileJudge {
  readonly watchers = new Watchers<VerdictWatcher>();
  readonly settled: () => Promise<void>;
  readonly #options: VerdictsOptions;
  readonly #rules = loadRules();
  readonly #caused = new Lru<readonly CausedVerdict[]>(MAX_CAUSED);

  constructor(options: VerdictsOptions) {
    this.#options = options;
    this.settled = options.settled;
  }

  /** Notes the findings on a profile's exchange. */
  note(profileCode: string, exchangeId: string, findings: readonly Finding[]): void {
    if (findings.length > 0) this.#caused.set(exchangeId, this.#redact(findings).map(withoutEvidence));
    if (this.watchers.isEmpty) return;
    const shown = this.#redact(findings);
    for (const code of new Set([profileCode, ALL_PROFILES]))
      for (const watcher of this.watchers.of(code)) watcher.judged(shown);
  }

  async verdicts(profileCode: string, ended: boolean): Promise<ProfileVerdicts> {
    await this.settled();
    const subjects = this.#subjects(profileCode);
    const gap = subjects.find(({ known }) => known.gap !== null)?.known.gap ?? null;
    const verdicts = verdictsOn(subjects, this.#options.areas, this.#rules, ended);
    const { unjudged: missing } = this.#options.judge;
    const unjudged = missing === 0 ? null : sayUnjudged(missing);
    // A recorder cannot know whether credentials are valid.
    const unauthenticated = { ...verdictsOn([], this.#options.areas, [], false), unjudged: null };
    return this.#redact({ ...verdicts, passedOver: 0, unjudged, gap, unauthenticated });
  }

  async counts(profileCode: string): Promise<Counts> {
    await this.settled();
    return countsOf(this.#options.areas, this.#subjects(profileCode));
  }

  countsOfAll(profileCodes: readonly string[]): Promise<Counts[]> {
    return Promise.all(profileCodes.map((code) => this.counts(code)));
  }

  async caused(_profileCode: string): Promise<CausedOf> {
    await this.settled();
    return (exchangeId) => this.#caused.peek(exchangeId) ?? [];
  }

  async clear(profileCode: string): Promise<{ exchanges: number; unjudged: null }> {
    const { exchanges } = await this.counts(profileCode);
    const codes = this.#codes(profileCode);
    for (const code of codes) this.#options.judge.restart(code);
    for (const code of new Set([...codes, ALL_PROFILES]))
      for (const watcher of this.watchers.of(code)) watcher.restart();
    return { exchanges, unjudged: null };
  }

  #subjects(profileCode: string): Subject[] {
    return this.#codes(profileCode).flatMap((code) => this.#options.judge.subject(code) ?? []);
  }

  #codes(profileCode: string): string[] {
    return profileCode === ALL_PROFILES ? this.#options.judge.profiles() : [profileCode];
  }

  #redact<Value>(value: Value): Value {
    return this.#options.secrets.redact<Value>(value);
  }
}

/** As many as the exchanges that the recorder holds. */
const MAX_CAUSED = 20_000;
