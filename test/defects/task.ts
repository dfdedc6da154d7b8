import type { Catch } from './verify-defect.ts';
import type { Job } from './worker.ts';

/** One job of a process, and the rows of the matrix that it decides. */
export interface Task {
  job: Job;
  rows: Row[];
  /** Parts of it that decide its rows in its place, if it does not end as it should. */
  apart: Task[];
}

/** A row of the matrix: one defect, one bad client, or one sandbox without a defect. */
export interface Row {
  label: string;
  colour: string;
}

/** True if every broken rule is red, no other rule is, and the harness has no error. */
export function isRight({ missed, strays, errors }: Catch): boolean {
  return missed.length === 0 && strays.length === 0 && errors.length === 0;
}
