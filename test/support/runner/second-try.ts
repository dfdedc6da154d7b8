/** Projects of tests with processes, browsers or PostgreSQL: a busy machine may fail one of these tests. */
const PROJECTS: ReadonlySet<string> = new Set(['full', 'postgres', 'postgres-full', 'browser']);

/** Files about races, kills, bad clients, defects and random calls. */
const FILES: readonly RegExp[] = [
  /\/(clients\/bad|defects|fuzz)\//,
  /\/exam\/matrix\.full\./,
  /\/server\/balanced\.postgres\./,
  /\/store\/faults\.postgres\./,
  /[/-](kill|race|races)\./,
];
/** Words of the titles about races and kills in other files. */
const TITLES = /\b(acknowledged|concurrent|kill|killed|same moment|simultaneous)\b/;

/**
 * True if a failed test runs a second time. A race or a kill has another outcome each time, so its first failure is a
 * finding, as is every failure of a fast test.
 */
export function hasSecondTry(project: string, path: string, title: string): boolean {
  return PROJECTS.has(project) && !FILES.some((file) => file.test(path)) && !TITLES.test(title);
}
