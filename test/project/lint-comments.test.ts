import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDERS = 'bench,console,contracts,docs,package,src,test,tools';
// In two pieces, or this line would be one of them.
const DISABLES = new RegExp(`\\b(es|ox)lint-${'disable'}`);

it('no comment disables a lint rule', () => {
  const files = globSync(`{${FOLDERS}}/**/*.{js,cjs,mjs,ts,tsx}`, { exclude: ['**/node_modules/**', '**/*.gen.ts'] });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => DISABLES.test(readFileSync(path, 'utf8')))).toEqual([]);
});
