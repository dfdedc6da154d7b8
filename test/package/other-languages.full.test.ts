import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PROGRAM } from '../cli/taxiway.ts';
import { temporaryFolder } from '../store/temporary-file.ts';
import { env } from './installed.ts';

const run = promisify(execFile);

it('a test in Python starts a sandbox, waits for it and ends it', { timeout: 120_000 }, async ({ skip }) => {
  if (!(await run('python3', ['--version']).catch(() => null))) skip('not run: no Python here');
  const blocks = blocksOf('python');
  expect(blocks).toHaveLength(2);
  const folder = projectWithTaxiway();
  const started = 'with taxiway() as base_url: print(base_url)';
  writeFileSync(join(folder, 'client.py'), [...blocks, 'test_a_search_that_finds_nothing()', started].join('\n\n'));
  const { stdout } = await run('python3', ['client.py'], { cwd: folder, env });
  // It is gone.
  await expect(fetch(stdout.trim())).rejects.toThrow('fetch failed');
});

it('a test in Java starts a sandbox, waits for it and ends it', { timeout: 120_000 }, async ({ skip }) => {
  if (!(await run('javac', ['--version']).catch(() => null))) skip('not run: no JDK here');
  const [block = ''] = blocksOf('java');
  const folder = projectWithTaxiway();
  writeFileSync(
    join(folder, 'Client.java'),
    JAVA.replace('BLOCK', () => block),
  );
  const { stdout } = await run('java', ['Client.java'], { cwd: folder, env });
  const [, status, baseUrl = ''] = /^(\d+) (\S+)$/m.exec(stdout) ?? [];
  expect(status).toBe('200');
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
});

/** A main method that calls the block as JUnit does. */
const JAVA = `import java.net.URI;
import java.net.http.*;

public class Client {
  @interface BeforeAll {}
  @interface AfterAll {}

BLOCK

  public static void main(String[] arguments) throws Exception {
    startTaxiway();
    HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + "/_sandbox/health")).build();
    int status = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    stopTaxiway();
    taxiway.waitFor();
    System.out.println(status + " " + baseUrl);
  }
}
`;

/** The blocks of the page in a language, as they stand. */
function blocksOf(language: string): string[] {
  const page = readFileSync('docs/other-languages.md', 'utf8');
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'gm'))].map(([, block]) => block);
}

/** The command that npx finds in a project with taxiway installed. */
function projectWithTaxiway(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const program = join(folder, 'node_modules/.bin/taxiway');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'package.json'), '{}');
  return folder;
}
