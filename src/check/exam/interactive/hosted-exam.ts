import { freshSeed } from '../../../base/ids.ts';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Credential } from '../../../config/credential.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import { loadConduct } from '../../judge/load-conduct.ts';
import type { Room } from '../begin-situation.ts';
import { keysOf } from '../begin-situation.ts';
import { causesOf } from '../findings.ts';
import { withoutEvidence } from '../nothing-seen.ts';
import type { ExamReport } from '../report.ts';
import { buildExamReport } from '../report.ts';
import { canBeLed, selectSituations } from '../select-situations.ts';
import type { PersonRoom } from './person-room.ts';
import { personRoom } from './person-room.ts';
import type { ConsoleProgress } from './progress.ts';
import { writeProgress } from './progress.ts';
import { readTraveller } from './read-shown.ts';
import type { OpenSituation, Shown } from './sitting.ts';
import { PERSON, Sitting } from './sitting.ts';

/** The sandbox behind an exam at the console. */
export type HostedRoom = Omit<PersonRoom, 'key' | 'pageKey' | 'keysOfApp'>;

export interface HostedExamOptions {
  room: HostedRoom;
  /** taxiway version. */
  version: string;
  /** Exam progress, updated after each situation. */
  progress: ConsoleProgress;
  /** Progress file, for the next process; undefined for memory alone. */
  file: string | undefined;
}

/** The exam works in the phases `preparing` and `comparing`, and waits for `retry` in `stuck`. */
export type Phase = 'preparing' | 'waiting' | 'comparing' | 'stuck' | 'over';

/**
 * Exam led by a person at the console. The exam works on its own between the steps. `open` is the situation waiting for
 * the app. Throws ConfigError for an unknown situation name.
 */
export class HostedExam {
  readonly progress: ConsoleProgress;
  isKept: boolean;
  phase: Phase = 'preparing';
  open: OpenSituation | null = null;
  /** Reason for the phase `stuck`; null in any other. */
  failure: string | null = null;
  readonly sitting: Sitting;
  readonly #options: HostedExamOptions;
  readonly #room: Room;
  readonly #elapsed = stopwatch();
  readonly #before: number;
  #hasBegun = false;
  #isStopped = false;

  constructor(options: HostedExamOptions) {
    const { room, progress, file } = options;
    const { only, tasks, results, skipped, durationMs } = progress;
    this.#options = options;
    this.progress = progress;
    this.isKept = file !== undefined;
    this.#before = durationMs;
    const situations = selectSituations(only).filter((one) => tasks.includes(one.task) && canBeLed(one));
    const own = { key: freshSeed(), pageKey: () => progress.pageKey, keysOfApp: () => progress.keys };
    this.#room = personRoom({ ...room, ...own });
    this.sitting = new Sitting(this.#room, situations, results, skipped);
  }

  /**
   * Prepares the first situation. The caller calls it once the page has its key: from now on, a call without it is
   * noted.
   */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#prepare();
  }

  /**
   * Ends the situation with this number. Resolves once the result is kept, or with the phase `stuck`. Rejects with
   * RangeError for content that cannot be read; the situation stays open then.
   */
  async state(number: number, shown: Shown): Promise<'stated' | 'not open' | 'ended'> {
    if (!this.open || !this.#isOpen(number)) return 'not open';
    const { trip } = this.open.assignment;
    const travellers = shown.travellers.map((traveller) => readTraveller(traveller, trip));
    this.phase = 'comparing';
    const { results } = this.progress;
    try {
      const result = await this.sitting.state({ ...shown, travellers });
      results[results.indexOf(result)] = withoutEvidence(result);
    } catch (error) {
      this.#stick(error);
      return 'stated';
    }
    if (this.#isStopped) return 'ended';
    this.#goOn();
    return 'stated';
  }

  /** Prepares the situation that could not be prepared or compared. `keys`: the app's, also if they are new. */
  retry(keys: Credential): void {
    this.progress.keys = keys;
    this.#goOn();
  }

  /** Passes over the situation with this number. False if it is not open. */
  skip(number: number): boolean {
    if (!this.#isOpen(number)) return false;
    this.sitting.skip();
    this.#goOn();
    return true;
  }

  isLedBy(key: string | undefined): boolean {
    return key === this.progress.pageKey;
  }

  /** Gives the exam to a page with another key. The previous key becomes invalid. */
  takeOver(pageKey: string, at: string): void {
    this.progress.pageKey = pageKey;
    this.progress.takeovers.push(at);
    this.#room.watch.rekey(this.progress.keys.profileCode, keysOf(this.#room));
    this.keep();
  }

  /** Writes the current progress. Throws ConfigError if it cannot write. */
  keep(): void {
    writeProgress(this.#options.file, this.progress);
  }

  /** Stops the exam, without ending it. */
  stop(): void {
    this.#isStopped = true;
    this.sitting.leave();
  }

  /** Returns the report on the situations so far. */
  async report(): Promise<ExamReport> {
    const { only, startedAt, durationMs, results } = this.progress;
    return buildExamReport({
      version: this.#options.version,
      command: PERSON,
      startedAt,
      ...{ ledBy: 'person', seed: null },
      durationMs,
      strict: false,
      situations: selectSituations(only),
      results,
      expected: [],
      rules: loadRules(),
      areas: await loadConduct(),
    });
  }

  /** Continues even if it cannot keep the result. Only the next process lacks it then. */
  #goOn(): void {
    this.progress.durationMs = this.#before + this.#elapsed();
    try {
      this.keep();
      this.isKept = this.#options.file !== undefined;
    } catch {
      this.isKept = false;
    }
    void this.#prepare();
  }

  async #prepare(): Promise<void> {
    this.phase = 'preparing';
    this.failure = null;
    this.open = null;
    if (this.#isStopped) return;
    try {
      this.open = await this.sitting.next();
      this.phase = this.open === null ? 'over' : 'waiting';
    } catch (error) {
      this.#stick(error);
    }
    if (this.#isStopped) this.sitting.leave();
  }

  #stick(error: unknown): void {
    this.open = null;
    this.phase = 'stuck';
    this.failure = causesOf(error).join(': ');
  }

  #isOpen(number: number): boolean {
    return this.phase === 'waiting' && this.open?.number === number;
  }
}
