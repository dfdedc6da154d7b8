import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFile } from './package-root.ts';

/** Folders loaded as a whole: a new file in one of them needs no other change. */
export const FOLDERS = ['src/scenarios/library/*.ts', 'contracts/*.contract.ts', 'contracts/*.conduct.ts'] as const;

export interface FolderModule {
  /** Name of the file without its extension. */
  name: string;
  /** Its default export; undefined if it has none. */
  exported: unknown;
}

/**
 * Loads the modules of a folder, in the order of their names. A bundle cannot read a folder of sources: there,
 * `package/static-folders.ts` puts the same lists in place of this file.
 */
export function loadFolder(folder: (typeof FOLDERS)[number]): Promise<FolderModule[]> {
  return Promise.all(globSync(packageFile(folder)).sort().map(loadModule));
}

async function loadModule(file: string): Promise<FolderModule> {
  const { default: exported } = (await import(pathToFileURL(file).href)) as { default?: unknown };
  return { name: basename(file, '.ts'), exported };
}
