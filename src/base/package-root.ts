import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the absolute path to a package file, given from the package root: `packageFile('openapi.yaml')`. The sources
 * in `src` and the built code in `dist` find the same file, so a build copies nothing.
 */
export function packageFile(path: string): string {
  return join(ROOT, path);
}

/**
 * Returns the file URL for a package module, given from the package root without an extension:
 * `packageModule('src/cli/serve')`.
 */
export function packageModule(path: string): URL {
  return pathToFileURL(join(MODULES, path + EXTENSION));
}

/** Returns the path to a build output, given from its folder; undefined if the sources run. */
export function builtFile(path: string): string | undefined {
  return EXTENSION === '.ts' ? undefined : join(MODULES, path);
}

/** The names and addresses in package.json, for messages and for files for users. */
export interface Manifest {
  name: string;
  version: string;
  /** True if the npm registry has this version. */
  published: boolean;
  repository: { url: string };
}

/** Returns this package's package.json. */
export function packageManifest(): Manifest {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest;
}

/** Returns the repository's address on the web. */
export function repositoryAddress(): string {
  return packageManifest().repository.url.replace(/^git\+|\.git$/g, '');
}

/** Returns a repository file's address, as it is at this version: the package has no docs/. */
export function repositoryPage(path: string): string {
  return `${repositoryAddress()}/blob/v${packageManifest().version}/${path}`;
}

/** Returns the tarball name that `npm pack` gives the package. */
export function tarballName({ name, version }: Manifest): string {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}

const HERE = fileURLToPath(import.meta.url);
const ROOT = folderAbove(HERE, 'package.json');
/** Sources or a build. A build has CommonJS threads, and `openapi.json` at its top. */
const [MODULES, EXTENSION] = HERE.endsWith('.ts') ? [ROOT, '.ts'] : [folderAbove(HERE, 'openapi.json'), '.cjs'];

/** Returns the nearest folder above a file that contains a file with this name. */
function folderAbove(path: string, name: string): string {
  const folder = dirname(path);
  if (existsSync(join(folder, name))) return folder;
  if (dirname(folder) === folder) throw new Error(`taxiway was moved out of its package: ${name} was not found`);
  return folderAbove(folder, name);
}
