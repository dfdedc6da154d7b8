import { ControlWatch } from '../control-watch.ts';
import type { ExamFile } from './exam-files.ts';
import type { HostedExam, HostedExamOptions } from './hosted-exam.ts';

export type { HostedExam } from './hosted-exam.ts';

/** The exams that people lead at the console of one sandbox, one for each profile. They live as long as it runs. */
export class Exams {
  readonly watch = new ControlWatch();
  /** Null for one that is about to start. */
  readonly #exams = new Map<string, HostedExam | null>();

  of(profileCode: string): HostedExam | undefined {
    return this.#exams.get(profileCode) ?? undefined;
  }

  /** Takes the place of a profile. Returns the reason if it has an exam, or if too many have one. */
  reserve(profileCode: string): 'reserved' | 'underway' | 'too many' {
    if (this.#exams.has(profileCode)) return 'underway';
    if (this.#exams.size >= MAX_EXAMS) return 'too many';
    this.#exams.set(profileCode, null);
    return 'reserved';
  }

  /** Starts the exam of a profile whose place is taken. Rejects with ConfigError for a name of no situation. */
  async start(options: Omit<HostedExamOptions, 'tasks'> & { tasks: readonly string[] }): Promise<HostedExam> {
    const [{ HostedExam }, { readTasks }] = await Promise.all([
      import('./hosted-exam.ts'),
      import('../select-situations.ts'),
    ]);
    const exam = new HostedExam({ ...options, tasks: readTasks(options.tasks) });
    this.#exams.set(options.room.keys.profileCode, exam);
    return exam;
  }

  async render(exam: HostedExam, file: ExamFile): Promise<string> {
    const { renderExamFile } = await import('./exam-files.ts');
    return renderExamFile(exam, file);
  }

  /** Ends the exam of a profile, if it has one. */
  end(profileCode: string): HostedExam | undefined {
    const exam = this.of(profileCode);
    exam?.stop();
    this.#exams.delete(profileCode);
    return exam;
  }

  endAll(): void {
    for (const profileCode of [...this.#exams.keys()]) this.end(profileCode);
  }
}

/** Exams of all profiles at one time. */
export const MAX_EXAMS = 50;
