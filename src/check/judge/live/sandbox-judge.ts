import type { Watchers } from '../../../base/watchers.ts';
import type { Finding } from '../finding.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { ProfileVerdicts, Verdicts } from '../verdicts.ts';
import type { CausedVerdict } from './caused.ts';
import type { Counts } from './counts.ts';

/** Receives the changes to a profile's verdicts. */
export interface VerdictWatcher {
  /** An exchange of the profile was judged. */
  judged(findings: readonly Finding[]): void;
  /** The verdicts restarted. */
  restart(): void;
  /** No further change will come. */
  end(): void;
}

/** Current verdicts on profiles. Every read first judges the exchanges that ended before it. */
export interface ProfileJudge {
  readonly watchers: Watchers<VerdictWatcher>;
  /** `ended`: see `verdictsOn`. */
  verdicts(profileCode: string, ended: boolean): Promise<ProfileVerdicts>;
  /** Returns the verdicts on unauthenticated calls without a profile. */
  verdictsOnNobody(): Promise<Verdicts & MayLackCalls>;
  /** Returns the numbers of judged exchanges and of findings of each level for a profile. */
  counts(profileCode: string): Promise<Counts>;
  /** Returns a function for the stored findings on an exchange of a profile, by its id. */
  caused(profileCode: string): Promise<CausedOf>;
  /** Clears the verdicts on a profile; its clients keep their knowledge. Returns the number of judged exchanges. */
  clear(profileCode: string): Promise<{ exchanges: number } & MayLackCalls>;
}

export interface MayLackCalls {
  /** The reason if calls that ended before are missing; null otherwise. */
  unjudged: string | null;
}

export type CausedOf = (exchangeId: string) => readonly CausedVerdict[];

/** The judge of a sandbox. */
export interface SandboxJudge extends ProfileJudge {
  /** Receives the ended exchanges; null if the judge reads them from the journal. */
  readonly intake: Intake | null;
  /** Number of ended exchanges that are not judged yet. */
  readonly lag: number;
  /** Begins a new profile. The caller calls it for each one, so that the judge sees all its responses. */
  begin(profileCode: string): void;
  /**
   * Starts a profile again. Its clients keep their knowledge, so an earlier id does not count as invented. `gap`: the
   * reason if they may know more from now on; null otherwise.
   */
  restart(profileCode: string, gap: string | null): void;
  /** Tells the watchers of a profile what the journal has, if the judge reads it. */
  wake(profileCode: string): void;
  remove(profileCode: string): void;
  /** Ends the watchers of a profile. Without a profile ends all of them, now and in the future. */
  endWatching(profileCode?: string): void;
}

/** Takes exchanges soon after their end, in its order. */
export interface Intake {
  judge(profileCode: string, exchange: JudgedExchange): void;
  /** Counts a call from a page of the sandbox with its own key. It is no conduct of the client. */
  passOver(profileCode: string): void;
  /** Judges an unauthenticated exchange with the profile it names, or null. */
  judgeUnauthenticated(profileCode: string | null, exchange: JudgedExchange): void;
  /** Registers work before the judgement of an exchange, so that reads wait for it. The work never rejects. */
  defer(work: Promise<void>): void;
}
