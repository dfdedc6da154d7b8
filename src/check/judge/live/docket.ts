import { setTimeout as wait } from 'node:timers/promises';
import { SharedRuns } from '../../../base/shared-runs.ts';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Finding } from '../finding.ts';
import type { JournalPart, JournalSource } from './journal-source.ts';
import type { CaseOptions, Report } from './profile-case.ts';
import { ProfileCase } from './profile-case.ts';
import type { VerdictWatcher } from './sandbox-judge.ts';

export interface DocketOptions extends CaseOptions {
  source: JournalSource;
  watchers: () => ReadonlySet<VerdictWatcher>;
}

/** Brings the case of one profile up to date with its journal, and reports what is new to the watchers. */
export class Docket {
  readonly #options: DocketOptions;
  readonly #runs = new SharedRuns(() => this.#catchUp());
  #current: ProfileCase | undefined;
  /** Duration of the latest judgement of the whole journal, and the time since then. */
  #costMs = 0;
  #sinceWhole = stopwatch();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DocketOptions) {
    this.#options = options;
  }

  get weight(): number {
    return this.#current?.weight ?? 0;
  }

  get left(): number {
    return this.#current?.left ?? 0;
  }

  /** True if nothing would be lost but the work. */
  get isIdle(): boolean {
    return !this.#runs.isRunning && this.#timer === undefined && this.#options.watchers().size === 0;
  }

  /** Returns the case with all exchanges that are in the journal now; undefined for an unknown profile. */
  catchUp(): Promise<ProfileCase | undefined> {
    return this.#runs.run();
  }

  /** Catches up for the watchers, once other processes have probably written the exchanges of the same moment. */
  catchUpSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.catchUp().catch(this.#options.reportError);
    }, SOON_MS).unref();
  }

  async #catchUp(): Promise<ProfileCase | undefined> {
    const { source, profileCode, watchers } = this.#options;
    const held = this.#current;
    const part = await source.read(profileCode, (mark) => (held?.continues(mark) ? held.mark.last : 0));
    if (!part) {
      for (const watcher of [...watchers()]) watcher.end();
      return (this.#current = undefined);
    }
    if (!held) return this.#judgeWhole(part);
    if (!held.continues(part.mark) || !held.canTake(part)) return this.#judgeAgain();
    await held.take(part, (_id, findings) => this.#report(findings));
    return held;
  }

  /** Waits first if the journal was judged a moment ago: under load, exchanges come late again and again. */
  async #judgeAgain(): Promise<ProfileCase | undefined> {
    await wait(Math.max(0, REST * this.#costMs - this.#sinceWhole()));
    const part = await this.#options.source.read(this.#options.profileCode, () => 0);
    return part ? this.#judgeWhole(part) : undefined;
  }

  async #judgeWhole(part: JournalPart): Promise<ProfileCase> {
    const elapsed = stopwatch();
    const held = this.#current;
    const next = new ProfileCase(part.mark, this.#options);
    await next.take(part, held ? this.#reportNew(held, next) : () => undefined);
    this.#current = next;
    this.#costMs = elapsed();
    this.#sinceWhole = stopwatch();
    return next;
  }

  /** Reports the findings that an earlier case does not have. If the verdicts began again, this is said first. */
  #reportNew(held: ProfileCase, next: ProfileCase): Report {
    const isSame = BEGINNING.every((key) => held.mark[key] === next.mark[key]);
    if (isSame) return (id, findings) => this.#report(findings.filter((one) => !isIn(held.caused(id), one)));
    for (const watcher of this.#options.watchers()) watcher.restart();
    return (_id, findings) => this.#report(findings);
  }

  #report(findings: readonly Finding[]): void {
    for (const watcher of this.#options.watchers()) watcher.judged(findings);
  }
}

function isIn(held: readonly Pick<Finding, 'check' | 'actual'>[], { check, actual }: Finding): boolean {
  return held.some((one) => one.check === check && one.actual === actual);
}

const BEGINNING = ['state', 'clearedExchange', 'clearedStray'] as const;
/** Longer than the journal holds back a batch. */
const SOON_MS = 50;
/** Rest after a judgement of the whole journal, as a multiple of its duration. */
const REST = 4;
