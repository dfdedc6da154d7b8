import { existsSync, rmSync } from 'node:fs';
import type { Credential } from '../../../config/credential.ts';
import type { ClientName } from '../certificate/certificate.ts';
import { ControlWatch } from '../control-watch.ts';
import type { ExamFile } from './exam-files.ts';
import type { HostedExam, HostedRoom } from './hosted-exam.ts';

export type { HostedExam, HostedRoom } from './hosted-exam.ts';

/** Options for a new exam. */
export interface ExamStart {
  room: HostedRoom;
  /** Key pair of the app. */
  keys: Credential;
  client: ClientName;
  /** Task names; empty for the default tasks. */
  tasks: readonly string[];
  /** Values from `--only`; empty for all situations. */
  only: readonly string[];
  /** The leading page's key. */
  pageKey: string;
  startedAt: string;
  version: string;
}

/**
 * The person-led exams at one sandbox's console, one for each profile. A sandbox with a store file keeps them in files
 * next to it, and continues them after a restart.
 */
export class Exams {
  readonly watch: ControlWatch;
  readonly #store: string;
  /** Exams by profile; null while one starts. */
  readonly #exams = new Map<string, HostedExam | null>();
  readonly #resuming = new Map<string, Promise<HostedExam | undefined>>();

  constructor({ store = IN_MEMORY, watch = new ControlWatch() }: { store?: string; watch?: ControlWatch }) {
    this.#store = store;
    this.watch = watch;
  }

  of(profileCode: string): HostedExam | undefined {
    return this.#exams.get(profileCode) ?? undefined;
  }

  /** Takes a profile's exam slot. Returns the reason if the profile has an exam, or if the limit is reached. */
  reserve(profileCode: string): 'reserved' | 'underway' | 'too many' {
    if (this.#exams.has(profileCode)) return 'underway';
    if (this.#exams.size >= MAX_EXAMS) return 'too many';
    this.#exams.set(profileCode, null);
    return 'reserved';
  }

  /** Starts the exam for a profile with a taken slot. Rejects with ConfigError for an unknown situation name. */
  async start({ room, tasks, version, ...rest }: ExamStart): Promise<HostedExam> {
    const [{ HostedExam }, { readTasks }, { EXAM_VERSION }] = await Promise.all([
      import('./hosted-exam.ts'),
      import('../select-situations.ts'),
      import('../situation.ts'),
    ]);
    const none = { results: [], skipped: [], takeovers: [], durationMs: 0 };
    const own = { version: 1, exam: EXAM_VERSION, tasks: readTasks(tasks) } as const;
    const progress = { ...own, ...rest, ...none };
    const exam = new HostedExam({ room, version, progress, file: this.#fileOf(rest.keys.profileCode) });
    this.#exams.set(rest.keys.profileCode, exam);
    return exam;
  }

  /**
   * Continues a profile's kept exam from an earlier process; undefined without one. Rejects with ConfigError for an
   * unusable file.
   */
  resume(profileCode: string, options: Pick<ExamStart, 'room' | 'version'>): Promise<HostedExam | undefined> {
    const file = this.#fileOf(profileCode);
    if (file === undefined || this.#exams.has(profileCode) || !existsSync(file)) return Promise.resolve(undefined);
    const underway = this.#resuming.get(profileCode) ?? this.#resume(profileCode, file, options);
    this.#resuming.set(profileCode, underway);
    return underway.finally(() => this.#resuming.delete(profileCode));
  }

  async render(exam: HostedExam, file: ExamFile): Promise<string> {
    const { renderExamFile } = await import('./exam-files.ts');
    return renderExamFile(exam, file);
  }

  /** Ends and forgets a profile's exam, if it has one. */
  end(profileCode: string): void {
    this.of(profileCode)?.stop();
    this.#exams.delete(profileCode);
    const file = this.#fileOf(profileCode);
    if (file !== undefined) rmSync(file, { force: true });
  }

  /** Stops all exams. The next process continues the kept ones. */
  stop(): void {
    for (const exam of this.#exams.values()) exam?.stop();
    this.#exams.clear();
  }

  async #resume(
    profileCode: string,
    file: string,
    options: Pick<ExamStart, 'room' | 'version'>,
  ): Promise<HostedExam | undefined> {
    const [{ HostedExam }, { readConsoleProgress }] = await Promise.all([
      import('./hosted-exam.ts'),
      import('./progress.ts'),
    ]);
    const progress = readConsoleProgress(file, profileCode);
    const exam = new HostedExam({ ...options, progress, file });
    this.#exams.set(profileCode, exam);
    return exam;
  }

  #fileOf(profileCode: string): string | undefined {
    return this.#store === IN_MEMORY ? undefined : `${this.#store}.exam-${profileCode}.json`;
  }
}

const IN_MEMORY = ':memory:';
/** Maximum exams at the same time, for all profiles. */
export const MAX_EXAMS = 50;
