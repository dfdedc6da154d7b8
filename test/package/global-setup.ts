import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for what `madeOnce` makes in this run. */
    madeOnce: string;
  }
}

/** Gives the files of a run one folder for what they share, and an empty one to each repetition. */
export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-made-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  project.provide('madeOnce', folder);
  project.onTestsRerun(async () => {
    remove();
    mkdirSync(folder);
  });
  return remove;
}
