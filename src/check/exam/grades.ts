/** Grades of a client's statements, the least complete first. */
export const grades = ['none', 'ids', 'prices', 'content'] as const;
export type Grade = (typeof grades)[number];
