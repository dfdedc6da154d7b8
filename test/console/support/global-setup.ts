import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { unpackBrowser } from './unpack-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: { browser: string; libraries: string };
  }
}

/** Builds the console as it stands, and unpacks the browser. */
export default async function setUp(project: TestProject): Promise<void> {
  execFileSync(process.execPath, ['package/build-console.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  project.provide('browser', await unpackBrowser());
}
