import { SharedRuns } from '../../../base/shared-runs.ts';
import type { Finding } from '../finding.ts';
import type { Knowledge } from '../knowledge.ts';
import type { JournalPart, JournalSource } from './journal-source.ts';
import type { CaseOptions, Report } from './profile-case.ts';
import { ProfileCase } from './profile-case.ts';
import type { VerdictWatcher } from './sandbox-judge.ts';

export interface DocketOptions extends CaseOptions {
  source: JournalSource;
  watchers: () => ReadonlySet<VerdictWatcher>;
}

/** Brings one profile's case up to date with its journal, and reports what is new to the watchers. */
export class Docket {
  readonly #options: DocketOptions;
  readonly #runs = new SharedRuns(() => this.#catchUp());
  #case: ProfileCase | undefined;
  #until = -Infinity;

  constructor(options: DocketOptions) {
    this.#options = options;
  }

  /** The case as the latest run left it; undefined before the first one, and for an unknown profile. */
  get current(): ProfileCase | undefined {
    return this.#case;
  }

  /** True if nothing would be lost but the work. */
  get isIdle(): boolean {
    return !this.#runs.isRunning && this.#options.watchers().size === 0 && this.#case?.isRepeatable !== false;
  }

  /** Returns the case with all journaled exchanges that ended by an instant; undefined for an unknown profile. */
  catchUp(until: number): Promise<ProfileCase | undefined> {
    this.#until = Math.max(this.#until, until);
    return this.#runs.run();
  }

  /** Returns what the profile's clients knew at an instant. Does not wait for the case. */
  async learn(until: number): Promise<Knowledge[]> {
    const { source, profileCode } = this.#options;
    const part = await source.read(profileCode, () => 0);
    return part ? [await new ProfileCase(part.mark, this.#options).learn(part, until)] : [];
  }

  async #catchUp(): Promise<ProfileCase | undefined> {
    const { source, profileCode, watchers } = this.#options;
    const held = this.#case;
    const part = await source.read(profileCode, (mark, waiting) => held?.readsAfter(mark, waiting) ?? 0);
    if (!part) {
      for (const watcher of [...watchers()]) watcher.end();
      return (this.#case = undefined);
    }
    if (!held) return this.#begin(part, this.#report);
    const restart = () => {
      for (const watcher of watchers()) watcher.restart();
    };
    if (!held.continues(part.mark)) {
      restart();
      return this.#begin(part, this.#report);
    }
    if (await held.take(part, this.#until, this.#report, restart)) return held;
    const whole = await source.read(profileCode, () => 0);
    return whole ? this.#begin(whole, this.#reportNew(held)) : this.#catchUp();
  }

  async #begin(part: JournalPart, report: Report): Promise<ProfileCase> {
    const begun = new ProfileCase(part.mark, this.#options);
    await begun.take(part, this.#until, report);
    return (this.#case = begun);
  }

  /** Reports the findings missing from an earlier case. */
  #reportNew(held: ProfileCase): Report {
    return (exchange, findings) =>
      this.#report(
        exchange,
        findings.filter((one) => !isIn(held.caused(exchange.exchangeId), one)),
      );
  }

  readonly #report: Report = (_exchange, findings) => {
    for (const watcher of this.#options.watchers()) watcher.judged(findings);
  };
}

function isIn(held: readonly Pick<Finding, 'check' | 'actual'>[], { check, actual }: Finding): boolean {
  return held.some((one) => one.check === check && one.actual === actual);
}
