import { ConfigError } from '../../../base/config-error.ts';
import { freshSeed } from '../../../base/ids.ts';
import type { Credential } from '../../../config/credential.ts';
import type { ExamStore, StoredExam } from '../../../store/exams.ts';
import type { Store } from '../../../store/store.ts';
import type { ClientName } from '../certificate/certificate.ts';
import type { NotedCall, Watched, WatchedClients } from '../control-watch.ts';
import { ControlWatch, MOST_CALLS } from '../control-watch.ts';
import type { HostedExam, HostedExamOptions, LedExam, Works } from './hosted-exam.ts';

export type { HostedExam, HostedRoom } from './hosted-exam.ts';

type ExamRows = Pick<Store, 'exams' | 'tell'>;
type Place = Pick<HostedExamOptions, 'room' | 'version'>;

/** Options for a new exam. */
export interface ExamStart extends Place {
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
}

/** The person-led exams at the console, one for each profile. The store keeps them, for all its processes. */
export class Exams {
  readonly watch: ControlWatch;
  readonly #rows: ExamStore;
  readonly #works: Works = { running: new Set(), isStopped: false };

  /** `watch`: replaces the watch over the exams in the store, for a caller with its own clients. */
  constructor(store: ExamRows, watch = new ControlWatch(watchedIn(store))) {
    this.#rows = store.exams;
    this.watch = watch;
  }

  /** Returns the profiles with an exam. */
  profiles(): Promise<string[]> {
    return this.#rows.profiles();
  }

  /** Returns a profile's exam. Rejects with ConfigError for an exam of another catalogue version. */
  async find(profileCode: string, place: Place): Promise<HostedExam | undefined> {
    const [row] = await this.#rows.list(profileCode);
    return row && this.#open(row, place);
  }

  /** Starts an exam, unless the profile has one or there are too many. Rejects with ConfigError for wrong names. */
  async start({ tasks, room, version, ...rest }: ExamStart): Promise<HostedExam | 'underway' | 'too many'> {
    const [{ readTasks }, { newExam }] = await Promise.all([import('../situations.ts'), import('./hosted-exam.ts')]);
    const progress = newExam({ ...rest, tasks: readTasks(tasks) });
    const row = { profileCode: rest.keys.profileCode, revision: freshSeed(), exam: JSON.stringify(progress) };
    const exam = await this.#open(row, { room, version });
    if (exam.situations.length === 0)
      throw new ConfigError('no situation is left that a person can lead; choose other tasks or situations');
    const added = await this.#rows.add(row, MAX_EXAMS);
    return added === 'added' ? exam : added;
  }

  /** Ends and forgets a profile's exam. False if it has none. */
  end(profileCode: string): Promise<boolean> {
    return this.#rows.remove(profileCode);
  }

  /** Ends this process's work. The next request to any process continues it. */
  stop(): void {
    this.#works.isStopped = true;
  }

  async #open(row: StoredExam, place: Place): Promise<HostedExam> {
    const [{ HostedExam }, { EXAM_VERSION }] = await Promise.all([
      import('./hosted-exam.ts'),
      import('../situation.ts'),
    ]);
    const { exam } = JSON.parse(row.exam) as LedExam;
    if (exam === EXAM_VERSION) return new HostedExam(row, { ...place, rows: this.#rows, works: this.#works });
    throw new ConfigError(
      `this is an exam of version ${exam}, and taxiway now has version ${EXAM_VERSION}; continue it with the taxiway ` +
        'that began it, or delete the profile',
    );
  }
}

/** The clients of the exams at the console: watched from the first situation to the last, by all processes. */
function watchedIn({ exams: rows, tell }: ExamRows): WatchedClients {
  return {
    async list(profileCode) {
      return (await rows.list(profileCode)).flatMap((row): Watched[] => {
        const { hasBegun, phase, ownKey, pageKey } = JSON.parse(row.exam) as LedExam;
        if (!hasBegun || phase === 'over') return [];
        return [{ profileCode: row.profileCode, keys: { own: ownKey, page: pageKey }, isShared: true }];
      });
    },
    begin: ({ profileCode }) => tell({ event: 'watched', profileCode }),
    add: (profileCode, call) => rows.addCall(profileCode, JSON.stringify(call), MOST_CALLS),
    take: async (profileCode) => (await rows.takeCalls(profileCode)).map((call) => JSON.parse(call) as NotedCall),
    end: () => undefined,
  };
}

/** Maximum exams at the same time, for all profiles. */
export const MAX_EXAMS = 50;
