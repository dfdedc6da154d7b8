import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBash } from '../examples/run-bash.ts';
import { useSandbox } from '../support/sandbox.ts';
import { blocksOf, walkOf } from './run/page-blocks.ts';
import { runWalk } from './run/run-walk.ts';

const walks = globSync('docs/**/*.md').filter((page) => blocksOf(page).some(({ kind }) => kind === 'sh run'));

it('pages with blocks to run exist', () => expect(walks.length).toBeGreaterThan(5));

describe.each(walks)('%s', (page) => {
  const server = useSandbox();
  it('has blocks that run as written, in order, and print the output of the page', () =>
    runWalk(walkOf(page, ['sh run']), { env: { BASE_URL: server.baseUrl } }));
});

describe('README.md', () => {
  const lines = readFileSync('README.md', 'utf8').split('\n');

  it('has at most 100 lines', () => expect(lines.length).toBeLessThanOrEqual(101));

  it('has the command that tests everything, in its last section', () => {
    expect(lines.slice(lines.lastIndexOf('## Develop'))).toContain('npm ci && npm test');
  });
});

describe('the two shell functions', () => {
  it('report once that no sandbox runs, and the address they tried', async () => {
    const [functions] = walkOf('docs/getting-started.md', ['sh run']);
    const { stdout, stderr } = await runBash(['-c', `${functions.text}\napi $BASE_URL/search | json it`], {
      BASE_URL: 'http://127.0.0.1:9',
    });
    expect(stdout).toBe('');
    expect(stderr.match(/no response from http:\/\/127\.0\.0\.1:9: is it running\?/g)).toHaveLength(1);
    expect(stderr).not.toContain('node:');
  });
});
