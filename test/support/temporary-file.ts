import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './after-file.ts';

/** Creates a folder, and removes it after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the path for a store in a new folder. */
export function temporaryFile(): string {
  return join(temporaryFolder(), 'store.db');
}
