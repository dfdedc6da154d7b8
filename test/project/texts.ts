import { globSync, readFileSync } from 'node:fs';

/** A file that people write, as text. */
export interface Text {
  /** From the root of the project. */
  path: string;
  text: string;
}

const LEFT_OUT: readonly string[] = ['docs/glossary.md', 'test/project/words.test.ts'];

/**
 * All code, specs, scripts and pages, but not what is generated from them. The glossary and its test are left out,
 * because they contain the rejected words.
 */
export const texts: Text[] = globSync([
  '*.{md,yaml,js,ts}',
  '{bench,console,contracts,decisions,docs,examples,package,src,test}/**/*.{ts,tsx,js,cjs,mjs,json,yaml}',
  '{bench,console,contracts,decisions,docs,examples,package,src,test}/**/*.{md,css,html,sh}',
])
  .filter((path) => !/\.gen\.ts$|^examples\/responses\//.test(path) && !LEFT_OUT.includes(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
