import { freshSeed } from '../../../base/ids.ts';
import type { Credential } from '../../../config/credential.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import type { ExamStore, StoredExam } from '../../../store/exams.ts';
import { loadConduct } from '../../judge/load-conduct.ts';
import type { ClientName } from '../certificate/certificate.ts';
import type { SituationResult } from '../examine.ts';
import { causesOf } from '../findings.ts';
import { withoutEvidence } from '../nothing-seen.ts';
import type { ExamReport } from '../report.ts';
import { buildExamReport } from '../report.ts';
import { canBeLed, selectSituations } from '../select-situations.ts';
import type { Situation, Task } from '../situation.ts';
import type { Trip } from '../trip.ts';
import { tripFor } from '../trip.ts';
import type { PersonRoom } from './person-room.ts';
import { personRoom } from './person-room.ts';
import { readTraveller } from './read-shown.ts';
import type { OpenSituation, Shown } from './sitting.ts';
import { PERSON, Sitting } from './sitting.ts';

/** The exam works in the phases `preparing` and `comparing`, and waits for `retry` in `stuck`. */
export type Phase = 'preparing' | 'waiting' | 'comparing' | 'stuck' | 'over';

/** An exam at the console, as its row keeps it. Plain JSON. */
export interface ConsoleExam {
  /** Catalogue version. */
  exam: number;
  client: ClientName;
  tasks: readonly Task[];
  only: readonly string[];
  keys: Credential;
  /** The leading page's key. */
  pageKey: string;
  /** Key for the exam's own calls. */
  ownKey: string;
  startedAt: string;
  /** True once the page has its key: from now on, a call without it is noted. */
  hasBegun: boolean;
  phase: Phase;
  /** Reason for the phase `stuck`; null in any other. */
  failure: string | null;
  /** Token of the process that works on the exam; null while none does. */
  work: string | null;
  /** The latest situation. */
  open: Pick<OpenSituation, 'number' | 'startedAt'> | null;
  results: SituationResult[];
  /** Skipped situations, by name. */
  skipped: string[];
  /** Times at which another page took over the exam. */
  takeovers: string[];
}

/** The sandbox behind an exam at the console. */
export type HostedRoom = Omit<PersonRoom, 'key' | 'keys'>;

export interface HostedExamOptions {
  room: HostedRoom;
  /** taxiway version. */
  version: string;
  rows: ExamStore;
  works: Works;
}

/** The work on exams by this process. */
export interface Works {
  running: Set<string>;
  isStopped: boolean;
}

/**
 * Exam led by a person at the console, as read from its row. Each step compares and changes the row, so any process of
 * the store can take it. The exam works on its own between the steps. Throws ConfigError for an unknown situation name.
 */
export class HostedExam {
  progress: ConsoleExam;
  readonly situations: readonly Situation[];
  readonly #options: HostedExamOptions;
  #row: StoredExam;
  #isGone = false;

  constructor(row: StoredExam, options: HostedExamOptions) {
    this.#row = row;
    this.#options = options;
    this.progress = JSON.parse(row.exam) as ConsoleExam;
    const { only, tasks } = this.progress;
    this.situations = selectSituations(only).filter((one) => tasks.includes(one.task) && canBeLed(one));
  }

  /** The situation waiting for the app. */
  get open(): { number: number; task: Task; trip: Trip } | null {
    const { phase, open } = this.progress;
    const situation = this.situations[(open?.number ?? 0) - 1];
    if (!open || !situation || (phase !== 'waiting' && phase !== 'comparing')) return null;
    return { number: open.number, task: situation.task, trip: tripFor(situation, 1, open.startedAt) };
  }

  /** Begins with the first situation, or again with the one whose process has ended during its work. */
  async goOn(): Promise<void> {
    const { hasBegun, work } = this.progress;
    if (hasBegun && (work === null || (await this.#isUnderway(work)))) return;
    const own = await this.#enter('preparing', (exam) => exam.work === work && exam.hasBegun === hasBegun);
    if (own) void this.#prepare(own, this.#sit());
  }

  /**
   * Ends the situation with this number. Resolves once the result is kept, or with the phase `stuck`. Rejects with
   * RangeError for content that cannot be read; the situation stays open then.
   */
  async state(number: number, shown: Shown): Promise<'stated' | 'not open' | 'ended'> {
    const { open } = this;
    if (!open || !isOpen(this.progress, number)) return 'not open';
    const travellers = shown.travellers.map((traveller) => readTraveller(traveller, open.trip));
    const own = await this.#enter('comparing', (exam) => isOpen(exam, number));
    if (!own) return this.#isGone ? 'ended' : 'not open';
    const sitting = this.#sit();
    try {
      const result = withoutEvidence(await sitting.state({ ...shown, travellers }));
      if (!(await this.#proceed(own, 'preparing', ({ results }) => results.push(result)))) {
        await own.end();
        return this.#isGone ? 'ended' : 'not open';
      }
    } catch (error) {
      await this.#stick(own, error);
      return 'stated';
    }
    void this.#prepare(own, sitting);
    return 'stated';
  }

  /** Prepares the situation that failed. `keys`: the app's, also if they are new. False in another phase. */
  async retry(keys: Credential): Promise<boolean> {
    const own = await this.#enter('preparing', (exam) => {
      if (exam.phase !== 'stuck') return false;
      exam.keys = keys;
      return true;
    });
    if (own) void this.#prepare(own, this.#sit());
    return own !== undefined;
  }

  /** Passes over the situation with this number. False if it is not open. */
  async skip(number: number): Promise<boolean> {
    const name = this.situations[number - 1]?.name ?? '';
    const own = await this.#enter('preparing', (exam) => isOpen(exam, number) && exam.skipped.push(name) > 0);
    if (!own) return false;
    const sitting = this.#sit();
    await sitting.skip();
    void this.#prepare(own, sitting);
    return true;
  }

  isLedBy(key: string | undefined): boolean {
    return key === this.progress.pageKey;
  }

  /** Gives the exam to a page with another key. The previous key becomes invalid. False if the exam has ended. */
  async takeOver(pageKey: string, at: string): Promise<boolean> {
    const isTaken = await this.#change((exam) => {
      exam.pageKey = pageKey;
      exam.takeovers.push(at);
      return true;
    });
    const { room } = this.#options;
    const { keys, ownKey } = this.progress;
    if (isTaken) await room.watch.begin(keys.profileCode, { keys: { own: ownKey } });
    return isTaken;
  }

  /** Returns the report on the situations so far. */
  async report(): Promise<ExamReport> {
    const { only, startedAt, results } = this.progress;
    return buildExamReport({
      version: this.#options.version,
      command: PERSON,
      startedAt,
      ...{ ledBy: 'person', seed: null },
      durationMs: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
      strict: false,
      situations: selectSituations(only),
      results,
      expected: [],
      rules: loadRules(),
      areas: await loadConduct(),
    });
  }

  async #prepare(own: OwnWork, sitting: Sitting): Promise<void> {
    try {
      const open = await sitting.next();
      await this.#proceed(own, open ? 'waiting' : 'over', (exam) => {
        exam.open = open && { number: open.number, startedAt: open.startedAt };
        exam.work = null;
      });
      await own.end();
    } catch (error) {
      await this.#stick(own, error).catch(() => undefined);
    }
  }

  /** Rejects if the reason cannot be kept, or if the process stops: the next request begins the situation again. */
  async #stick(own: OwnWork, error: unknown): Promise<void> {
    try {
      if (this.#options.works.isStopped) throw error;
      await this.#proceed(own, 'stuck', (exam) => {
        exam.failure = causesOf(error).join(': ');
        exam.work = null;
      });
    } finally {
      await own.end();
    }
  }

  /** Returns the sitting at the latest situation. */
  #sit(): Sitting {
    const { keys, ownKey, open, results, skipped } = this.progress;
    const room = personRoom({ ...this.#options.room, keys, key: ownKey });
    const sitting = new Sitting(room, this.situations, [...results], [...skipped]);
    if (open) sitting.reopen(open, keys);
    return sitting;
  }

  /** Takes the exam's work, and says so while this process lives. Undefined if `change` refuses it. */
  async #enter(phase: Phase, change: (exam: ConsoleExam) => boolean): Promise<OwnWork | undefined> {
    const { rows, works } = this.#options;
    const work = freshSeed();
    const unmark = await rows.mark(work);
    works.running.add(work);
    const end = async () => {
      works.running.delete(work);
      await unmark();
    };
    const isEntered = await this.#change((exam) => {
      if (!change(exam)) return false;
      Object.assign(exam, { phase, work, failure: null, hasBegun: true });
      return true;
    }).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    if (isEntered) return { work, end };
    await end();
    return undefined;
  }

  /** Enters the next phase. False if the exam has ended, or if another process has taken the work. */
  #proceed({ work }: OwnWork, phase: Phase, change: (exam: ConsoleExam) => void): Promise<boolean> {
    return this.#change((exam) => {
      if (exam.work !== work) return false;
      exam.phase = phase;
      change(exam);
      return true;
    });
  }

  /** Changes the row, again if another request has changed it meanwhile. False if `change` is, or if it is gone. */
  async #change(change: (exam: ConsoleExam) => boolean): Promise<boolean> {
    const { rows } = this.#options;
    for (;;) {
      const exam = structuredClone(this.progress);
      if (!change(exam)) return false;
      const next = { ...this.#row, exam: JSON.stringify(exam), revision: freshSeed() };
      if (await rows.replace(next, this.#row.revision)) {
        this.#row = next;
        this.progress = exam;
        return true;
      }
      const [row] = await rows.list(this.#row.profileCode);
      this.#isGone = !row;
      if (!row) return false;
      this.#row = row;
      this.progress = JSON.parse(row.exam) as ConsoleExam;
    }
  }

  async #isUnderway(work: string): Promise<boolean> {
    const { rows, works } = this.#options;
    return works.running.has(work) || rows.isMarked(work);
  }
}

/** This process's work on an exam, until `end`. */
interface OwnWork {
  work: string;
  end: () => Promise<void>;
}

function isOpen({ phase, open }: ConsoleExam, number: number): boolean {
  return phase === 'waiting' && open?.number === number;
}
