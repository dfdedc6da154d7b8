import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The absolute path of a file of the package, given from its root: `packageFile('openapi.yaml')`. The sources in
 * `src` and the code that was built of them in `dist` find the same file, so a build copies nothing.
 */
export function packageFile(path: string): string {
  return join(ROOT, path);
}

/** A module of the package, given from its root without an extension: `packageModule('src/cli/serve')`. */
export function packageModule(path: string): URL {
  return pathToFileURL(join(MODULES, path + EXTENSION));
}

/** The modules of a folder whose names end so, in their order: `packageModules('contracts', '.conduct')`. */
export function packageModules(folder: string, ending = ''): URL[] {
  return readdirSync(join(MODULES, folder))
    .filter((file) => file.endsWith(ending + EXTENSION) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => pathToFileURL(join(MODULES, folder, file)));
}

/** A file that the build makes, given from `dist`; undefined where the sources run. */
export function builtFile(path: string): string | undefined {
  return EXTENSION === '.ts' ? undefined : join(MODULES, path);
}

/** The address of a file of the repository, as it is at this version: the package has no docs/. */
export function repositoryPage(path: string): string {
  const { repository, version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    repository: { url: string };
    version: string;
  };
  return `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}/${path}`;
}

const HERE = fileURLToPath(import.meta.url);
const ROOT = findRoot(dirname(HERE));
/** Sources or the build: either has only modules of its own kind. */
const [MODULES, EXTENSION] = HERE.endsWith('.ts') ? [ROOT, '.ts'] : [join(ROOT, 'dist'), '.js'];

/** The nearest folder with a manifest. */
function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('taxiway was moved out of its package: package.json was not found');
  return findRoot(dirname(folder));
}
