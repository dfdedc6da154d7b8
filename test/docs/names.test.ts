import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageManifest, repositoryAddress, tarballName } from '../../src/base/package-root.ts';
import { situations } from '../../src/check/exam/situations.ts';
import { isObservable, loadRules } from '../../src/interface/rules/load-rules.ts';

const manifest = packageManifest();
const { name, version } = manifest;
const PAGES = ['README.md', 'AGENTS.md', 'action.yml', 'src/control-api/control-api.yaml', ...globSync('docs/**/*.md')]
  .filter((page) => !page.includes('node_modules'))
  .map((page) => ({ page, text: readFileSync(page, 'utf8') }));

/** Each form in which a page names the package or the repository, and the spelling that package.json gives it. */
const FORMS: readonly [form: string, pattern: RegExp, expected: string][] = [
  ['the tarball', /[\w.-]+-\d+\.\d+\.\d+\.tgz/g, tarballName(manifest)],
  [
    'the action',
    /(?<=uses: )(?!actions\/)[\w.-]+\/[\w.-]+@\S+/g,
    `${new URL(repositoryAddress()).pathname.slice(1)}@v${version}`,
  ],
  ['a module', /(?<=(?:from |import\(|require\()')[@\w/-]+(?=\/(?:vitest|contracts|node-test|jest)')/g, name],
  ['the library', /(?<=import \{ createSandbox\b[^}]*\} from ')[^'.][^']*/g, name],
  ['an address', /https:\/\/github\.com\/(?!actions\/)[\w-]+\/taxiway\b/g, repositoryAddress()],
];

describe('pages name package and repository as package.json does', () => {
  it.each(FORMS)('pages spell %s as package.json does', (_, pattern, expected) => {
    const found = PAGES.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([spelling]) => [page, spelling]));
    expect(found).not.toEqual([]);
    expect(found.filter(([, spelling]) => spelling !== expected)).toEqual([]);
  });

  it('pages install from the registry only once the package is published', () => {
    const added = `(?:npm (?:install|i|add)|pnpm add|yarn add)(?: -\\S+)* ${name}(?:@\\S+)?$`;
    const started = `(?:npx|dlx)(?: -\\S+)* ${name}@\\S+|--package=${name}\\b`;
    const fromRegistry = new RegExp(`${added}|${started}`, 'gm');
    const found = PAGES.flatMap(({ page, text }) => [...text.matchAll(fromRegistry)].map(([line]) => [page, line]));
    if (!manifest.published) expect(found).toEqual([]);
    const pending = PAGES.filter(({ text }) => text.includes('not on the npm registry yet')).map(({ page }) => page);
    expect(pending.length > 0).toBe(!manifest.published);
    expect(`npm install --save-dev ${name}`).toMatch(fromRegistry);
  });
});

const rules = loadRules();
const serviceRules = rules.filter(({ bound }) => bound !== 'client');
const clientRules = rules.filter(({ bound }) => bound !== 'service');

describe('pages state the numbers of the catalogues', () => {
  it.each([
    ['situations of the exam', /\b\d+(?= situations\b)/g, situations.length],
    ['observable rules for the service', /(?<=\bchecked )\d{3}(?= of)/g, serviceRules.filter(isObservable).length],
    ['rules for the service', /(?<=\d{3} of )\d+(?= rules\b)/g, serviceRules.length],
    ['rules for a client', /(?<! of )\b\d{3}(?= rules\b)/g, clientRules.length],
  ])('pages have the true number of %s', (_, pattern, expected) => {
    const found = PAGES.flatMap(({ page, text }) =>
      [...text.matchAll(pattern)].map(([count]) => [page, Number(count)]),
    );
    expect(found).not.toEqual([]);
    expect(found.filter(([, count]) => count !== expected)).toEqual([]);
  });
});
