import { Lru } from '../../../base/lru.ts';
import { Watchers } from '../../../base/watchers.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { Rule } from '../../../interface/rules/load-rules.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import type { ConductArea } from '../conduct.ts';
import { MAX_BYTES } from '../judge.ts';
import { loadConduct } from '../load-conduct.ts';
import type { ProfileVerdicts, Verdicts } from '../verdicts.ts';
import { verdictsOn } from '../verdicts.ts';
import type { Counts } from './counts.ts';
import { countsOf } from './counts.ts';
import { Docket } from './docket.ts';
import type { JournalSource } from './journal-source.ts';
import { JournaledCalls } from './journaled-calls.ts';
import type { ProfileCase } from './profile-case.ts';
import { compare } from './profile-case.ts';
import { NOT_AUTHENTICATED, sayStraysDropped, UNCONFIRMED } from './reasons.ts';
import type { CausedOf, MayLackCalls, SandboxJudge, VerdictWatcher } from './sandbox-judge.ts';

export interface JournalJudgeOptions {
  source: JournalSource;
  spec: Spec;
  serviceIdHeader: string;
  /** Gets the errors of conduct checks, and those of the journal while no request waits for a verdict. */
  reportError: (error: unknown) => void;
}

/**
 * The judge of a sandbox that shares its journal with other processes. Verdicts are a function of the journal, so all
 * processes have the same ones: a read judges what is new there.
 */
export class JournalJudge implements SandboxJudge {
  readonly intake = null;
  readonly watchers = new Watchers<VerdictWatcher>();
  readonly #options: JournalJudgeOptions;
  readonly #dockets = new Lru<Docket>(Infinity);
  #opening: Promise<Court> | undefined;

  constructor(options: JournalJudgeOptions) {
    this.#options = options;
  }

  get lag(): number {
    return this.#held().reduce((sum, { docket }) => sum + docket.left, 0);
  }

  async verdicts(profileCode: string, ended: boolean): Promise<ProfileVerdicts> {
    const unconfirmed = sayUnconfirmed(await this.#options.source.settle());
    const unauthenticated = await this.#unauthenticated(profileCode, ended);
    const { areas, rules } = await this.#open();
    const { subject, gap = null, unjudged: missing = null } = (await this.#catchUp(profileCode)) ?? {};
    const unjudged = missing ?? unconfirmed;
    const verdicts = verdictsOn(subject ? [subject] : [], areas, rules, ended);
    return { ...verdicts, passedOver: subject?.passedOver ?? 0, unjudged, gap, unauthenticated };
  }

  async verdictsOnNobody(): Promise<Verdicts & MayLackCalls> {
    const { source } = this.#options;
    const unconfirmed = sayUnconfirmed(await source.settle());
    const verdicts = await this.#unauthenticated(null, false);
    // Counted afterwards: a call that is dropped in between may be missing.
    const dropped = await source.droppedStrays();
    return { ...verdicts, unjudged: unconfirmed ?? (dropped > 0 ? sayStraysDropped(dropped) : null) };
  }

  async counts(profileCode: string): Promise<Counts> {
    await this.#options.source.settle();
    return this.#counts(profileCode);
  }

  async caused(profileCode: string): Promise<CausedOf> {
    const own = await this.#catchUp(profileCode);
    return (exchangeId) => own?.caused(exchangeId) ?? [];
  }

  async clear(profileCode: string): Promise<{ exchanges: number } & MayLackCalls> {
    const { source } = this.#options;
    const unjudged = sayUnconfirmed(await source.settle());
    const { exchanges } = await this.#counts(profileCode);
    await source.clear(profileCode);
    this.wake(profileCode);
    return { exchanges, unjudged };
  }

  wake(profileCode: string): void {
    if (this.watchers.of(profileCode).size > 0) void this.#docketOf(profileCode).then((docket) => docket.catchUpSoon());
  }

  begin(): void {
    // The journal has all calls of a new profile.
  }

  restart(profileCode: string): void {
    this.wake(profileCode);
  }

  remove(profileCode: string): void {
    this.#dockets.delete(profileCode);
    this.endWatching(profileCode);
  }

  endWatching(profileCode?: string): void {
    if (profileCode === undefined) this.watchers.endAll();
    else this.watchers.end(profileCode);
  }

  async #counts(profileCode: string): Promise<Counts> {
    const { areas } = await this.#open();
    return countsOf(areas, [(await this.#catchUp(profileCode))?.subject]);
  }

  async #catchUp(profileCode: string): Promise<ProfileCase | undefined> {
    const docket = await this.#docketOf(profileCode);
    const own = await docket.catchUp();
    this.#makeRoom();
    return own;
  }

  async #docketOf(profileCode: string): Promise<Docket> {
    const { areas } = await this.#open();
    const watchers = () => this.watchers.of(profileCode);
    const create = () => new Docket({ ...this.#options, areas, profileCode, watchers });
    return this.#dockets.getOrCreate(profileCode, create);
  }

  /** Returns the verdicts on unauthenticated calls. They are few, and judged at each read. */
  async #unauthenticated(profileCode: string | null, ended: boolean): Promise<Verdicts> {
    const { areas, rules } = await this.#open();
    const calls = new JournaledCalls({ ...this.#options, areas });
    for (const stray of (await this.#options.source.unauthenticated(profileCode)).sort(compare))
      try {
        calls.take(stray, NOT_AUTHENTICATED);
      } catch (error) {
        this.#options.reportError(error);
      }
    const { judge } = calls;
    const subjects = judge.profiles().flatMap((code) => judge.subject(code) ?? []);
    return verdictsOn(subjects, areas, rules, ended);
  }

  /** Forgets the least recently used cases above the limit: their journals are read again. */
  #makeRoom(): void {
    const held = this.#held();
    let bytes = held.reduce((sum, { docket }) => sum + docket.weight, 0) * BYTES_PER_CHARACTER;
    for (const { code, docket } of held.slice(0, -1)) {
      if (bytes <= MAX_BYTES) return;
      if (!docket.isIdle) continue;
      bytes -= docket.weight * BYTES_PER_CHARACTER;
      this.#dockets.delete(code);
    }
  }

  #held(): { code: string; docket: Docket }[] {
    return [...this.#dockets.keys()].flatMap((code) => {
      const docket = this.#dockets.peek(code);
      return docket ? { code, docket } : [];
    });
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

/** Measured: a parsed value without shared parts, and its text. */
const BYTES_PER_CHARACTER = 2.5;

function sayUnconfirmed(isWhole: boolean): string | null {
  return isWhole ? null : UNCONFIRMED;
}
