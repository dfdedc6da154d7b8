/** Test projects with processes, browsers or PostgreSQL: on a busy machine, one of these tests may fail. */
const PROJECTS: ReadonlySet<string> = new Set(['full', 'postgres', 'postgres-full', 'browser']);

/** Files about races, kills, bad clients, defects and random calls. */
const FILES: readonly RegExp[] = [
  /\/(clients\/bad|defects|fuzz)\//,
  /\/exam\/matrix\.full\./,
  /\/server\/balanced\.postgres\./,
  /\/store\/faults\.postgres\./,
  /[/-](kill|race|races)\./,
];
/** Title words for tests about races and kills in other files. */
const TITLES = /\b(acknowledged|concurrent|kill|killed|same moment|simultaneous)\b/;

/**
 * True if a failed test runs a second time. A race or a kill has another outcome each time, so its first failure is a
 * finding. A fast test's failure is always a finding.
 */
export function hasSecondTry(project: string, path: string, title: string): boolean {
  return PROJECTS.has(project) && !FILES.some((file) => file.test(path)) && !TITLES.test(title);
}
