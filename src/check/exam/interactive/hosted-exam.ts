import type { Clock } from '../../../base/clock.ts';
import { freshSeed } from '../../../base/ids.ts';
import type { Credential } from '../../../config/credential.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import type { ExamStore, StoredExam } from '../../../store/exams.ts';
import { loadConduct } from '../../judge/load-conduct.ts';
import { renderHtml } from '../../report/formats/html.ts';
import { renderJson } from '../../report/formats/json.ts';
import type { BegunSituation, Room } from '../begin-situation.ts';
import { beginSituation, reopenSituation } from '../begin-situation.ts';
import type { ClientName } from '../certificate/certificate.ts';
import { certify, presentCertificate } from '../certificate/certificate-file.ts';
import { Control } from '../control.ts';
import { endSituation } from '../examine.ts';
import { causesOf } from '../findings.ts';
import { present } from '../present.ts';
import { EXIT_CODES, PERSON } from '../protocol.ts';
import { buildExamReport } from '../report.ts';
import type { SituationResult } from '../result.ts';
import { withoutEvidence } from '../result.ts';
import type { ClientEnd } from '../run-client.ts';
import type { Belief, Situation, Task } from '../situation.ts';
import { EXAM_VERSION } from '../situation.ts';
import { canBeLed, selectSituations } from '../situations.ts';
import { readStatement } from '../statement.ts';
import type { Trip } from '../trip.ts';
import { tripFor } from '../trip.ts';
import { readTraveller } from './read-shown.ts';

/** The outcome that an app shows, as a person reads it. */
export interface Shown {
  outcome: Belief;
  /** One entry per traveller, with a client statement's fields. */
  travellers: readonly Readonly<Record<string, string>>[];
}

/** The files from a console exam. */
type ExamFile = 'exam-report.json' | 'scorecard.html' | 'certificate.json' | 'certificate.html';

/** The situation waiting for the app. */
export interface OpenSituation {
  /** Place in the exam's list, from 1. */
  number: number;
  task: Task;
  trip: Trip;
}

/** In the phases `preparing` and `comparing` the exam works; in `stuck` it waits for `retry`. */
export type Phase = 'preparing' | 'waiting' | 'comparing' | 'stuck' | 'over';

/** An exam led by a person, as its row keeps it. Plain JSON. */
export interface LedExam {
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
  /** The latest situation's number, and its start by the sandbox's clock, epoch milliseconds. */
  open: { number: number; startedAt: number } | null;
  results: SituationResult[];
  /** Skipped situations, by name. */
  skipped: string[];
  /** Times at which another page took over the exam. */
  takeovers: string[];
}

/** The sandbox behind an exam led by a person. */
export interface HostedRoom extends Omit<Room, 'sandbox' | 'keepsProfile' | 'key'> {
  clock: Clock;
}

export interface HostedExamOptions {
  room: HostedRoom;
  /** taxiway version. */
  version: string;
  rows: Pick<ExamStore, 'list' | 'replace' | 'mark' | 'isMarked'>;
  works: Works;
  /** True if results keep their exchanges and verdicts. */
  keepsEvidence?: boolean;
}

/** This process's work on exams. */
export interface Works {
  running: Set<string>;
  isStopped: boolean;
}

/** Returns an exam before its first situation. */
export function newExam(start: Pick<LedExam, 'client' | 'tasks' | 'only' | 'keys' | 'pageKey' | 'startedAt'>): LedExam {
  return {
    ...start,
    ...{ exam: EXAM_VERSION, ownKey: freshSeed(), hasBegun: false, phase: 'preparing', failure: null, work: null },
    ...{ open: null, results: [], skipped: [], takeovers: [] },
  };
}

/**
 * Exam led by a person at console or terminal, as read from its row. Each step compares and changes the row, so any
 * process of the store can take it. Between the steps, the exam works by itself. Throws ConfigError for an unknown
 * situation name.
 */
export class HostedExam {
  progress: LedExam;
  readonly situations: readonly Situation[];
  readonly #options: HostedExamOptions;
  #row: StoredExam;
  #isGone = false;
  /** This process's latest preparation. */
  #preparing: Promise<void> | undefined;

  constructor(row: StoredExam, options: HostedExamOptions) {
    this.#row = row;
    this.#options = options;
    this.progress = JSON.parse(row.exam) as LedExam;
    const { only, tasks } = this.progress;
    this.situations = selectSituations(only).filter((one) => tasks.includes(one.task) && canBeLed(one));
  }

  /** The situation waiting for the app. */
  get open(): OpenSituation | null {
    const { phase, open } = this.progress;
    const situation = this.situations[(open?.number ?? 0) - 1];
    if (!open || !situation || (phase !== 'waiting' && phase !== 'comparing')) return null;
    return { number: open.number, task: situation.task, trip: tripFor(situation, 1, open.startedAt) };
  }

  /** Begins the first situation, or repeats the latest one if its process has ended during the work. */
  async goOn(): Promise<void> {
    const { hasBegun, work } = this.progress;
    if (hasBegun && (work === null || (await this.#isUnderway(work)))) return;
    const own = await this.#enter('preparing', (exam) => exam.work === work && exam.hasBegun === hasBegun);
    if (own) this.#prepare(own);
  }

  /** Resolves once this process has prepared the next situation. */
  async prepared(): Promise<void> {
    await this.#preparing;
  }

  /** Counts the app's calls in the open situation. */
  async countCalls(): Promise<number> {
    return (await new Control(this.#room(), this.progress.keys).journal()).length;
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
    try {
      const result = await this.#compare({ ...shown, travellers });
      if (!(await this.#proceed(own, 'preparing', ({ results }) => results.push(result)))) {
        await own.end();
        return this.#isGone ? 'ended' : 'not open';
      }
    } catch (error) {
      await this.#stick(own, error);
      return 'stated';
    }
    this.#prepare(own);
    return 'stated';
  }

  /** Prepares the failed situation again. `keys`: the app's key pair, which may be new. False in any other phase. */
  async retry(keys: Credential): Promise<boolean> {
    const own = await this.#enter('preparing', (exam) => {
      if (exam.phase !== 'stuck') return false;
      exam.keys = keys;
      return true;
    });
    if (own) this.#prepare(own);
    return own !== undefined;
  }

  /** Passes over the situation with this number. False if it is not open. */
  async skip(number: number): Promise<boolean> {
    const name = this.situations[number - 1]?.name ?? '';
    const own = await this.#enter('preparing', (exam) => isOpen(exam, number) && exam.skipped.push(name) > 0);
    if (!own) return false;
    await this.#options.room.watch.take(this.progress.keys.profileCode);
    this.#prepare(own);
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

  /** Renders a file about the situations so far, in the form of `--json`, `--html` or `--certificate`. */
  async render(file: ExamFile): Promise<string> {
    const { client, only, startedAt, results } = this.progress;
    const report = buildExamReport({
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
    const presented = present(report);
    const shown = file.startsWith('certificate')
      ? presentCertificate(certify(report, client, only), presented, 'certificate.json')
      : presented;
    return file.endsWith('.json') ? renderJson(shown) : renderHtml(shown);
  }

  #prepare(own: OwnWork): void {
    const prepare = async () => {
      const open = await this.#beginNext();
      await this.#proceed(own, open ? 'waiting' : 'over', (exam) => {
        exam.open = open;
        exam.work = null;
      });
      await own.end();
    };
    this.#preparing = prepare().catch((error: unknown) => this.#stick(own, error).catch(() => undefined));
  }

  /** Begins the next situation; null once none is left. Rejects if the preparation fails; another call repeats it. */
  async #beginNext(): Promise<LedExam['open']> {
    const { results, skipped, keys } = this.progress;
    const done = new Set([...skipped, ...results.map(({ situation }) => situation)]);
    const room = this.#room();
    for (const [i, situation] of this.situations.entries()) {
      if (done.has(situation.name)) continue;
      const begin = () => beginSituation(situation, room);
      return { number: i + 1, startedAt: (await begin().catch(begin)).startedAt };
    }
    // A skipped situation is still armed, and its clock can be frozen.
    const control = new Control(room, keys);
    await Promise.all([control.disarm(), control.mark()]).catch(() => undefined);
    room.watch.end(keys.profileCode);
    return null;
  }

  /** Compares what the app shows with the truth. Rejects if the comparison fails; the situation stays open then. */
  async #compare(shown: Shown): Promise<SituationResult> {
    const begun = this.#reopen();
    const end = endWith(shown, begun.elapsed());
    const statement = readStatement(end, EXIT_CODES);
    const clients = begun.assignments.map(({ trip }) => ({ end, statement, trip }));
    const result = await endSituation(begun, clients);
    return this.#options.keepsEvidence === true ? result : withoutEvidence(result);
  }

  /** Enters the phase `stuck`. Rejects if that fails or the process stops: the next request repeats the situation. */
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

  /** Returns the open situation, even if another process began it. */
  #reopen(): BegunSituation {
    const { open, keys } = this.progress;
    const situation = this.situations[(open?.number ?? 0) - 1];
    if (!open || !situation) throw new Error('no situation is open');
    return reopenSituation(situation, this.#room(), { keys, startedAt: open.startedAt });
  }

  /** Returns a room with one profile for all situations. Each situation empties it, because an app has fixed keys. */
  #room(): Room {
    const { keys, ownKey: key } = this.progress;
    const { clock, ...room } = this.#options.room;
    const addProfile = async (): Promise<Credential> => {
      await new Control({ ...room, key }, keys).reset();
      return keys;
    };
    return { ...room, key, sandbox: { clock, addProfile }, keepsProfile: true };
  }

  /** Takes over the work on the exam, with a mark while this process lives. Undefined if `change` refuses. */
  async #enter(phase: Phase, change: (exam: LedExam) => boolean): Promise<OwnWork | undefined> {
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
  #proceed({ work }: OwnWork, phase: Phase, change: (exam: LedExam) => void): Promise<boolean> {
    return this.#change((exam) => {
      if (exam.work !== work) return false;
      exam.phase = phase;
      change(exam);
      return true;
    });
  }

  /** Changes the row, again if another request has changed it. False if `change` refuses, or if the row is gone. */
  async #change(change: (exam: LedExam) => boolean): Promise<boolean> {
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
      this.progress = JSON.parse(row.exam) as LedExam;
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

function isOpen({ phase, open }: LedExam, number: number): boolean {
  return phase === 'waiting' && open?.number === number;
}

/** Returns how a program with the same statement would have ended. Only a booking has content. */
function endWith({ outcome, travellers }: Shown, durationMs: number): ClientEnd {
  const said = { outcome, travellers: outcome === 'booked' ? travellers : [] };
  const stdout = `${JSON.stringify(said)}\n`;
  const ended = { exitCode: EXIT_CODES[outcome], how: 'exited', reason: '' } as const;
  return { ...ended, stdout, stderr: '', wroteSecret: false, durationMs, leftBehind: [] };
}
