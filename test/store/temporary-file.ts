import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A path for a store, in a folder that is gone after the test. */
export function temporaryFile(name = 'store.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
