/** Exam finding kinds. */
export type FindingKind = 'crash' | 'hang' | 'idle' | 'meddling' | 'exam' | 'truth' | 'missing' | 'belief' | 'conduct';

/**
 * `flaky`: failed once, and passed when it ran again; this is not a pass. `did not come about`: the client never met
 * the event. `error`: the exam itself failed. `failed expectedly`: a known failure. `not counted`: failed, and belongs
 * to a later catalogue version than the one in force. `not applicable`: the client does not do this task.
 */
export type Standing =
  | 'passed'
  | 'failed'
  | 'flaky'
  | 'did not come about'
  | 'error'
  | 'failed expectedly'
  | 'not counted'
  | 'not applicable';

/** Grades for a client's statements, the least complete first. */
export const grades = ['none', 'ids', 'prices', 'content'] as const;
export type Grade = (typeof grades)[number];

/** Returns the lowest grade among some statements; null if no client said booked. */
export function lowestGrade(stated: readonly { grade: Grade }[]): Grade | null {
  return grades.find((grade) => stated.some((one) => one.grade === grade)) ?? null;
}
