import type { OperationId } from '../../interface/api.ts';
import type { Trip } from './trip.ts';

/** What a client can be asked to do; `TAXIWAY_TASK` has one of these. */
export const tasks = ['book-transfer', 'change-transfer', 'cancel-transfer', 'order-flight', 'hold-flight'] as const;
export type Task = (typeof tasks)[number];
/** Tasks that a client does if `--tasks` names none. Later ones need their name: clients do not know them. */
export const firstTasks: readonly Task[] = ['book-transfer', 'change-transfer', 'order-flight', 'hold-flight'];

/** What a client may say at its end: it booked, it knows that it did not, it cannot know. */
export const beliefs = ['booked', 'not booked', 'unknown'] as const;
export type Belief = (typeof beliefs)[number];

/** One case of the exam: a task, what happens meanwhile, and what may have come of it. */
export interface Situation {
  /** Unique, and stable: expected failures name it. */
  name: string;
  task: Task;
  /** What happens, for the scorecard: "the booking is pending, then completed". */
  title: string;
  /** What is armed on the profile, as `?scenario=` has it; empty for nothing. */
  armed: string;
  /** What the sandbox may hold for each traveller once all is settled: exactly one, none, or either. */
  truth: 'one' | 'none' | 'either';
  /** What the client may believe. Whatever it is, it must agree with the truth. */
  beliefs: readonly Belief[];
  /** What it is about: ids in contracts/rules.yaml. Empty where it is about truth and belief alone. */
  rules: readonly string[];
  /** The calls without which the situation did not come about; empty where the first call will do. */
  meets: readonly OperationId[];
  /**
   * The armed scenarios that have to act on a call whose response reaches the client. `any`: a lawful client can stop
   * before the others. `all` when left out.
   */
  needs?: 'all' | 'any' | 'none';
  /** How many reservations one booking makes; 1 when left out. */
  each?: number;
  /** How many clients run side by side, on one key pair; 1 when left out. */
  travellers?: number;
  /** How long after a call its work may still be done, in milliseconds; 0 when left out. */
  lateMs?: number;
  /** Differences of the task's trip from the usual one. */
  trip?: Partial<Trip>;
  /** The sandbox says `liveMode: true`. */
  live?: boolean;
  /** The version of the catalogue that brought it. */
  since: number;
}

/** The version of the catalogue. A situation that is added raises it; one that is there keeps its meaning. */
export const EXAM_VERSION = 3;
