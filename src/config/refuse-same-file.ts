import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../base/config-error.ts';

/** Files by what names them, `--json` for example. */
type NamedFiles = Readonly<Record<string, string | undefined>>;

/** Throws ConfigError where a file to write is also one to read, or is written twice. Paths are absolute. */
export function refuseSameFile(read: NamedFiles, written: NamedFiles): void {
  const names = new Map<string, string>();
  for (const [name, file] of placesOf(read)) names.set(file, name);
  for (const [name, file] of placesOf(written)) {
    const other = names.get(file);
    if (other !== undefined)
      throw new ConfigError(`${other} and ${name} name the same file, ${file}; pass another one`);
    names.set(file, name);
  }
}

function placesOf(files: NamedFiles): [name: string, place: string][] {
  return Object.entries(files).flatMap(([name, file]): [string, string][] =>
    file === undefined || isDevice(file) ? [] : [[name, placeOf(file)]],
  );
}

/** Such as /dev/null, which any number of reports may go to. */
function isDevice(file: string): boolean {
  try {
    return !statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Without links; what is not there yet is below a folder that is. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const folder = dirname(file);
    return folder === file ? file : join(placeOf(folder), basename(file));
  }
}
