import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFile } from './package-root.ts';

/** Folders loaded as a whole: a new file there needs no other change. */
export const FOLDERS = ['src/scenarios/library/*.ts', 'contracts/*.contract.ts', 'contracts/*.conduct.ts'] as const;

export interface FolderModule {
  /** The file name without its extension. */
  name: string;
  /** Its default export; undefined if it has none. */
  exported: unknown;
}

/**
 * Loads a folder's modules, ordered by name. A bundle cannot read a source folder: there, `package/static-folders.ts`
 * replaces this file with the same lists.
 */
export function loadFolder(folder: (typeof FOLDERS)[number]): Promise<FolderModule[]> {
  return Promise.all(globSync(packageFile(folder)).sort().map(loadModule));
}

async function loadModule(file: string): Promise<FolderModule> {
  const { default: exported } = (await import(pathToFileURL(file).href)) as { default?: unknown };
  return { name: basename(file, '.ts'), exported };
}
