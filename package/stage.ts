import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { stringify } from 'yaml';
import { repositoryPage } from '../src/base/package-root.ts';

/**
 * Puts what is published into `dist-package/`: the files of `npm pack`, of a `dist/` that was built before. Links of
 * its Markdown to files that it does not have lead to the repository, as it was at this version; its manifest has
 * nothing that is for development; its interface files have the generated examples.
 */
const FOLDER = 'dist-package';
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
const [{ filename, files }] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', FOLDER], {
    encoding: 'utf8',
  }),
) as [{ filename: string; files: { path: string }[] }];
execFileSync('tar', ['-xzf', filename, '--strip-components=1'], { cwd: FOLDER });
rmSync(join(FOLDER, filename));
const published = new Set(files.map(({ path }) => path));
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const DEVELOPMENT = ['scripts', 'devDependencies', 'overrides', 'allowScripts'];
const rest = Object.entries(manifest).filter(([name]) => !DEVELOPMENT.includes(name));
writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(Object.fromEntries(rest), null, 2)}\n`);
for (const path of published) {
  if (path.endsWith('.md')) writeFileSync(join(FOLDER, path), absoluteLinks(readFileSync(path, 'utf8'), path));
}
for (const [path, built] of [
  ['openapi.yaml', 'dist/openapi.json'],
  ['src/control-api/control-api.yaml', 'dist/control-api.json'],
] as const) {
  // Readers of YAML 1.1 take an unquoted instant for a date.
  writeFileSync(join(FOLDER, path), stringify(JSON.parse(readFileSync(built, 'utf8')), { compat: 'yaml-1.1' }));
}
console.log(`${FOLDER}: ${files.length} files of taxiway ${manifest.version}`);

function absoluteLinks(text: string, page: string): string {
  return text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (link, target: string, anchor = '') => {
    const path = posix.join(posix.dirname(page), target);
    return published.has(path) ? link : `](${repositoryPage(path)}${anchor})`;
  });
}
