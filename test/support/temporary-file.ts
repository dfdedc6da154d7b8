import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './after-file.ts';

/** A new folder, gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A path for a store in a folder of its own. */
export function temporaryFile(): string {
  return join(temporaryFolder(), 'store.db');
}
