import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeBundled } from '../../package/licences.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { env } from './installed.ts';

const ADVISORY = { id: 1, url: 'https://example.com/advisory', severity: 'high', vulnerable_versions: '<999.0.0' };

it('an advisory on a bundled package fails the audit, one on another package of the lock file does not', async () => {
  const { code, stdout, stderr } = await audit(200, {
    yaml: [{ ...ADVISORY, title: 'reads too much' }],
    express: [{ ...ADVISORY, title: 'an older version is affected', vulnerable_versions: '<1.0.0' }],
    vitest: [{ ...ADVISORY, title: 'not bundled' }],
  });
  expect(stderr).toMatch(/^yaml@[\d.]+: high, reads too much \(<999\.0\.0\) https:\/\/example\.com\/advisory\n$/);
  expect(stdout).toBe('2 bundled packages, 1 advisories\n');
  expect(code).toBe(1);
});

it('an audit without advisories passes', async () => {
  expect(await audit(200, {})).toEqual({ code: 0, stdout: '2 bundled packages, 0 advisories\n', stderr: '' });
});

it('a registry without audits passes, with a warning on the page of the workflow', async () => {
  const { code, stdout, stderr } = await audit(405, {});
  expect(stderr).toMatch(/^::warning::NOT AUDITED: the registry returns no advisories \(405 /);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

/** Audits yaml and express as if they were bundled, at a registry with this response to npm's question. */
async function audit(status: number, advisories: Record<string, object[]>) {
  const registry = createServer((request, response) => {
    const asked = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(asked ? status : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(advisories));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void registry.close());
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const bill = join(temporaryFolder(), 'sbom.cdx.json');
  writeFileSync(bill, describeBundled(['node_modules/yaml/x.js', 'node_modules/express/x.js'])['sbom.cdx.json']);
  const settings = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: temporaryFolder(),
    GITHUB_ACTIONS: 'true',
  };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['package/audit-bundled.ts', bill],
      { env: { ...env, ...settings } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
