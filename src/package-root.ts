import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The absolute path of a file of the package, given from its root: `packageFile('openapi.yaml')`. The sources in
 * `src` and the code that was built of them in `dist/src` find the same file, so a build copies nothing.
 */
export function packageFile(path: string): string {
  return join(ROOT, path);
}

const ROOT = dirname(findManifest());

function findManifest(): string {
  const manifest = findPackageJSON(import.meta.url);
  if (manifest === undefined) throw new Error('taxiway was moved out of its package: package.json was not found');
  return manifest;
}
