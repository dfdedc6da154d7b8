import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

/**
 * Unpacks the browser of the npm package and the libraries that it needs, if they are not unpacked yet. Call it once at
 * a time: concurrent calls overwrite the files of each other. Returns the paths of both.
 */
export async function unpackBrowser(): Promise<{ browser: string; libraries: string }> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const libraries = join(tmpdir(), 'al2023', 'lib');
  if (!existsSync(libraries)) await inflate(join(dirname(entry), '..', 'bin', 'al2023.tar.br'));
  chromium.setGraphicsMode = false;
  return { browser: await chromium.executablePath(), libraries };
}
