import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * A registry on this machine that has the package of a folder as its only version, and every other package from the
 * registry that npm is set to.
 */
export async function serveRegistry(folder: string): Promise<{ url: string; close: () => void }> {
  const upstream = npm('config', 'get', 'registry').replace(/\/$/, '');
  const packed = mkdtempSync(join(tmpdir(), 'taxiway-registry-'));
  const tarball = readFileSync(join(packed, npm('pack', resolve(folder), '--pack-destination', packed)));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  let url = '';
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    res.setHeader('Cache-Control', 'max-age=300');
    if (path === `/${name}`) {
      const versions = { [version]: { ...manifest, dist: { tarball: `${url}${name}.tgz`, integrity } } };
      res.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (path === `/${name}.tgz`) res.end(tarball);
    else res.writeHead(307, { Location: upstream + path }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => void server.close() };
}

/** What a command of npm prints; for `npm pack` its last line, the file. */
function npm(...args: string[]): string {
  const printed = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return printed.trim().split('\n').at(-1) ?? '';
}
