import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { absoluteLinks } from './absolute-links.ts';

/** The files of an entry of `exports`. */
interface Files {
  types: string;
  default: string;
}
type Target = Files & { require?: Files };

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
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  exports: Record<string, string | Target>;
};
const DEVELOPMENT = ['scripts', 'devDependencies', 'overrides', 'allowScripts'];
const rest = Object.entries(manifest).filter(([name]) => !DEVELOPMENT.includes(name));
const staged = { ...Object.fromEntries(rest), ...withoutExports(manifest.exports) };
writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(staged, null, 2)}\n`);
for (const path of published) {
  if (path.endsWith('.md'))
    writeFileSync(join(FOLDER, path), absoluteLinks(readFileSync(path, 'utf8'), path, published));
}
for (const [path, built] of [
  ['openapi.yaml', 'dist/openapi.json'],
  ['src/control-api/control-api.yaml', 'dist/control-api.json'],
] as const) {
  // Readers of YAML 1.1 take an unquoted instant for a date.
  writeFileSync(join(FOLDER, path), stringify(JSON.parse(readFileSync(built, 'utf8')), { compat: 'yaml-1.1' }));
}
console.log(`${FOLDER}: ${files.length} files of taxiway ${manifest.version}`);

/** The same entries for compilers that read no `exports`: TypeScript 5 reads none by default in a CommonJS project. */
function withoutExports(exports: Record<string, string | Target>): object {
  const entries = Object.entries(exports).map(([entry, target]) => ({ entry: entry.slice(2), ...forRequire(target) }));
  const library = entries.find(({ entry }) => entry === '');
  return {
    main: library?.default,
    types: library?.types,
    typesVersions: {
      '*': Object.fromEntries(entries.filter((one) => one !== library).map(({ entry, types }) => [entry, [types]])),
    },
  };
}

function forRequire(target: string | Target): Files {
  if (typeof target === 'string') return { types: target, default: target };
  return target.require ?? target;
}
