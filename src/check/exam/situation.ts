import type { OperationId } from '../../interface/api.ts';
import type { TripChange } from './trip.ts';

/** The client tasks, as values for `TAXIWAY_TASK`. */
export const tasks = ['book-transfer', 'change-transfer', 'cancel-transfer', 'order-flight', 'hold-flight'] as const;
export type Task = (typeof tasks)[number];
/** Default tasks without `--tasks`. Later tasks need their name, because existing clients do not know them. */
export const firstTasks: readonly Task[] = ['book-transfer', 'change-transfer', 'order-flight', 'hold-flight'];

/** A client's final beliefs: it booked, it knows that nothing is booked, or it cannot know. */
export const beliefs = ['booked', 'not booked', 'unknown'] as const;
export type Belief = (typeof beliefs)[number];

/** One exam case: a task, events, and the allowed results. */
export interface Situation {
  /** Unique, and stable: expected failures name it. */
  name: string;
  task: Task;
  /** The event, for the scorecard: "the booking is pending, then completed". */
  title: string;
  /** The profile's armed scenarios, in `?scenario=` notation; empty for none. */
  armed: string;
  /** Allowed bookings per traveller once all is settled: exactly one, none, or either. */
  truth: 'one' | 'none' | 'either';
  /** Allowed beliefs. In any case the belief must agree with the truth. */
  beliefs: readonly Belief[];
  /** Ids in contracts/rules.yaml. Empty if it is about truth and belief alone. */
  rules: readonly string[];
  /** The calls required for the situation to come about; empty if the first call is enough. */
  meets: readonly OperationId[];
  /**
   * Armed scenarios with a required effect on a delivered call. `any`: a lawful client can stop before the others.
   * `all` when left out.
   */
  needs?: 'all' | 'any' | 'none';
  /** Reservations made by one booking; 1 when left out. */
  each?: number;
  /** Clients at the same time, on one key pair; 1 when left out. */
  travellers?: number;
  /** The profile's clock; `running` when left out. A frozen clock moves only with the delay of an armed `slow`. */
  clock?: 'frozen';
  /** Maximum time until a call's work ends, in milliseconds; 0 when left out. */
  lateMs?: number;
  /** Differences between the task's trip and the usual one. */
  trip?: TripChange;
  /** True if the sandbox returns `liveMode: true`. */
  live?: boolean;
  /** First catalogue version with this situation. */
  since: number;
}

/** Catalogue version. A new situation raises it; existing situations keep their meaning. */
export const EXAM_VERSION = 5;
