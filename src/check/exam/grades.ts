/** Grades for a client's statements, the least complete first. */
export const grades = ['none', 'ids', 'prices', 'content'] as const;
export type Grade = (typeof grades)[number];

/** Returns the lowest grade among some statements; null if no client said booked. */
export function lowestGrade(stated: readonly { grade: Grade }[]): Grade | null {
  return grades.find((grade) => stated.some((one) => one.grade === grade)) ?? null;
}
