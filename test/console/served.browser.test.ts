import { describe, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';

const sandbox = useSandbox();

describe('the files of the console and of the API reference', () => {
  it('are cached by browsers and revalidated', async () => {
    const first = await load('console/console.js');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await load('console/console.js', { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each(['console/console.js', 'console/later-views.js', 'console/console.css', 'docs/docs.js', 'docs/scalar.js'])(
    'are compressed for browsers that accept it: %s',
    async (path) => {
      const packed = await load(path, { 'Accept-Encoding': 'gzip' });
      const plain = await load(path, { 'Accept-Encoding': 'identity' });
      expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
      expect(await plain.text()).toBe(await packed.text());
    },
  );

  it.each(['console', 'docs'])('allow no inline script and no script of another origin: %s', async (name) => {
    const page = await load(name);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src /);
    expect(await page.text()).not.toMatch(/<script(?![^>]* src=)/);
  });

  it.each(['console', 'docs'])('are served without a slash at the end of the address: %s', async (name) => {
    expect((await load(`${name}/`)).url).toBe(`${sandbox.baseUrl}/_sandbox/${name}`);
  });

  it('are read-only', async () => {
    expect((await fetch(`${sandbox.baseUrl}/_sandbox/docs`, { method: 'POST' })).status).toBe(405);
  });
});

function load(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${sandbox.baseUrl}/_sandbox/${path}`, { headers });
}
