import { toIso } from '../../../base/clock.ts';
import { stopwatch } from '../../../base/stopwatch.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import { loadConduct } from '../../judge/load-conduct.ts';
import type { ClientName } from '../certificate/certificate.ts';
import { withoutEvidence } from '../nothing-seen.ts';
import type { ExamReport } from '../report.ts';
import { buildExamReport } from '../report.ts';
import { canBeLed, selectSituations } from '../select-situations.ts';
import type { Task } from '../situation.ts';
import type { PersonRoom } from './person-room.ts';
import { personRoom } from './person-room.ts';
import type { OpenSituation, Shown } from './sitting.ts';
import { PERSON, Sitting } from './sitting.ts';

export interface HostedExamOptions {
  room: PersonRoom;
  client: ClientName;
  tasks: readonly Task[];
  /** As `--only` takes it; empty for all situations. */
  only: readonly string[];
  /** Version of taxiway. */
  version: string;
}

/** `preparing` and `comparing`: the exam itself is at work. */
export type Phase = 'preparing' | 'waiting' | 'comparing' | 'over';

/**
 * Exam that a person leads at the console. The exam works on its own between the steps, so that a step returns at once;
 * `open` is the situation that waits for the app. Throws ConfigError for a name of no situation.
 */
export class HostedExam {
  readonly options: HostedExamOptions;
  readonly startedAt: string;
  phase: Phase = 'preparing';
  open: OpenSituation | null = null;
  readonly sitting: Sitting;
  readonly #elapsed = stopwatch();
  #durationMs = 0;
  #isStopped = false;

  constructor(options: HostedExamOptions) {
    const { room, only, tasks } = options;
    this.options = options;
    this.startedAt = toIso(room.clock.now());
    const situations = selectSituations(only).filter((one) => tasks.includes(one.task) && canBeLed(one));
    this.sitting = new Sitting(personRoom({ ...room, isConsole: (mark) => mark !== undefined }), situations);
    void this.#prepare();
  }

  /** Ends the situation with this number. False if another one, or none, is open. */
  state(number: number, shown: Shown): boolean {
    if (!this.#isOpen(number)) return false;
    this.phase = 'comparing';
    void this.sitting.state(shown).then((result) => {
      this.sitting.results[this.sitting.results.indexOf(result)] = withoutEvidence(result);
      return this.#prepare();
    });
    return true;
  }

  /** Passes over the situation with this number. False if another one, or none, is open. */
  skip(number: number): boolean {
    if (!this.#isOpen(number)) return false;
    this.sitting.skip();
    void this.#prepare();
    return true;
  }

  /** Lets the exam end where it is. */
  stop(): void {
    this.#isStopped = true;
    this.sitting.leave();
  }

  /** The report of the situations so far. */
  async report(): Promise<ExamReport> {
    const { only, version } = this.options;
    return buildExamReport({
      version,
      command: PERSON,
      startedAt: this.startedAt,
      durationMs: this.#durationMs,
      strict: false,
      situations: selectSituations(only),
      results: this.sitting.results,
      expected: [],
      rules: loadRules(),
      areas: await loadConduct(),
    });
  }

  async #prepare(): Promise<void> {
    this.phase = 'preparing';
    this.open = null;
    if (this.#isStopped) return;
    const open = await this.sitting.next();
    if (this.#isStopped) return this.sitting.leave();
    this.open = open;
    this.phase = open === null ? 'over' : 'waiting';
    this.#durationMs = this.#elapsed();
  }

  #isOpen(number: number): boolean {
    return this.phase === 'waiting' && this.open?.number === number;
  }
}
