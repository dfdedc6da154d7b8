import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBash } from '../examples/run-bash.ts';
import { useSandbox } from '../support/sandbox.ts';
import { blocksOf, walkOf } from './run/page-blocks.ts';
import { runWalk } from './run/run-walk.ts';

const walks = ['README.md', ...globSync('docs/**/*.md')].filter((page) =>
  blocksOf(page).some(({ kind }) => kind === 'sh run'),
);

it('pages with blocks to run are found', () => expect(walks.length).toBeGreaterThan(5));

describe.each(walks)('%s', (page) => {
  const server = useSandbox();
  it('has blocks that run as written, in order, and print the output of the page', () =>
    runWalk(walkOf(page, ['sh run']), { env: { BASE_URL: server.baseUrl } }));
});

describe('README.md', () => {
  const lines = readFileSync('README.md', 'utf8').split('\n');

  it('has at most 120 lines', () => expect(lines.length).toBeLessThanOrEqual(121));

  it('has the command that tests everything, in its last section', () => {
    expect(lines.slice(lines.lastIndexOf('## Develop'))).toContain('npm ci && npm test');
  });

  it('reports once that no sandbox runs, and where it looked', async () => {
    const [helpers, booking] = walkOf('README.md', ['sh run']);
    const { stdout, stderr } = await runBash(['-c', `${helpers.text}\n${booking.text}`], {
      BASE_URL: 'http://127.0.0.1:9',
    });
    expect(stdout).toBe('');
    expect(stderr.match(/no response from http:\/\/127\.0\.0\.1:9: is it running\?/g)).toHaveLength(1);
    expect(stderr).not.toContain('node:');
  });
});
