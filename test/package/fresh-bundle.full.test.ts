import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadControl } from '../../src/control-api/load-control.ts';
import { createRequestCheck } from '../../src/http/openapi/request-check.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { listOperations, schemasOfResponses } from '../../src/interface/openapi/operations.ts';
import type * as BuiltChecks from '../../src/server/openapi/built-service-checks.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { present } from '../support/present.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { env, runWith } from './installed.ts';

const PARTS = [
  'src',
  'contracts',
  'package',
  'examples/responses',
  'openapi.yaml',
  'package.json',
  'package-lock.json',
];

/** Returns a folder with what a clone has after its install, but no bundle. */
function cloneTree(): string {
  const folder = join(temporaryFolder(), 'clone');
  for (const part of PARTS) cpSync(part, join(folder, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

function help(folder: string): Promise<string> {
  return runWith(env, folder, process.execPath, 'package/run.cjs', '--help');
}

function bundlesOf(folder: string): string[] {
  return readdirSync(join(folder, '.bundles'));
}

it('makes one bundle for five concurrent starts and the next one, and another one after a change', async () => {
  const clone = cloneTree();
  const writer = join(clone, 'package/write-bundle.ts');
  appendFileSync(writer, "\n(await import('node:fs')).appendFileSync('written', 'x');\n");
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => help(clone)));
  expect(new Set(others)).toEqual(new Set([first]));
  expect(readFileSync(join(clone, 'written'), 'utf8')).toBe('x');
  expect(await help(clone)).toBe(first);
  const [made, ...more] = bundlesOf(clone);
  expect(more).toEqual([]);

  const source = join(clone, 'src/cli/commands.ts');
  writeFileSync(source, readFileSync(source, 'utf8').replace("'run the sandbox'", "'run the changed sandbox'"));
  expect(await help(clone)).toContain('run the changed sandbox');
  expect(bundlesOf(clone)).toHaveLength(2);
  expect(bundlesOf(clone)).toContain(made);
});

it('does not wait for a start that was killed while it made the bundle', async () => {
  const clone = cloneTree();
  const start = spawn(process.execPath, ['package/run.cjs', '--help'], { cwd: clone, env, detached: true });
  const isLocked = () => existsSync(join(clone, '.bundles')) && bundlesOf(clone).some((name) => name.endsWith('.lock'));
  await expect.poll(isLocked).toBe(true);
  process.kill(-present(start.pid, 'process'), 'SIGKILL');
  await once(start, 'exit');
  expect(await help(clone)).toContain('taxiway');
  expect(bundlesOf(clone).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

it('refuses a start with a broken spec, and names the fault', async () => {
  const clone = cloneTree();
  for (const part of ['redocly.yaml', 'tools/spec-rules.ts']) cpSync(part, join(clone, part));
  const spec = join(clone, 'openapi.yaml');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace('minLength: 1', 'minLenght: 1'));
  const { status, stderr } = spawnSync(process.execPath, ['package/run.cjs', '--help'], { cwd: clone, env });
  expect(stderr.toString()).toContain('Property `minLenght` is not expected here');
  expect(status).toBe(2);
});

it('removes old bundles, except that of a running process', async () => {
  const clone = cloneTree();
  await help(clone);
  const [used = ''] = bundlesOf(clone);
  const args = ['package/run.cjs', 'serve', '--port', '0', '--log', 'silent'];
  const sandbox = spawn(process.execPath, args, { cwd: clone, env, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await once(sandbox.stderr, 'data');
    cpSync(join(clone, '.bundles', used), join(clone, '.bundles/unused'), { recursive: true });
    for (const name of readdirSync(join(clone, '.bundles/unused')).filter((one) => one.startsWith('in-use')))
      rmSync(join(clone, '.bundles/unused', name));
    for (const name of bundlesOf(clone)) utimesSync(join(clone, '.bundles', name), 0, 0);
    appendFileSync(join(clone, 'src/cli/commands.ts'), '\n');
    await help(clone);
    expect(bundlesOf(clone)).toHaveLength(2);
    expect(bundlesOf(clone)).toContain(used);
  } finally {
    sandbox.kill('SIGKILL');
    await once(sandbox, 'exit');
  }

  for (const name of bundlesOf(clone)) utimesSync(join(clone, '.bundles', name), 0, 0);
  appendFileSync(join(clone, 'src/cli/commands.ts'), '\n');
  await help(clone);
  expect(bundlesOf(clone)).toHaveLength(1);
});

it('has a compiled check for each response of the control API that refuses invalid responses', async () => {
  const clone = cloneTree();
  await help(clone);
  const [bundle = ''] = bundlesOf(clone);
  const checks = await import(join(clone, '.bundles', bundle, 'chunks/built-checks.cjs'));
  const { builtChecks } = checks.default as { builtChecks: Record<string, (body: unknown) => boolean> };
  const places = schemasOfResponses(await loadControl());
  expect(Object.keys(builtChecks).sort()).toEqual([...new Set(places)].sort());
  const health = builtChecks[places.find((place) => place.includes('health')) ?? ''];
  expect(health({ status: 'ok', log: { dropped: 0 }, liveMode: false })).toBe(true);
  expect(health({ status: 'ok', log: { dropped: -1 }, liveMode: false })).toBe(false);
});

it('has the same compiled check for each request and response as the sources', async () => {
  const clone = cloneTree();
  await help(clone);
  const [bundle = ''] = bundlesOf(clone);
  const chunk = await import(join(clone, '.bundles', bundle, 'chunks/built-service-checks.cjs'));
  const { builtRequests, builtResponses } = chunk.default as typeof BuiltChecks;
  const spec = await loadSpec();
  expect(Object.keys(builtResponses).sort()).toEqual([...new Set(schemasOfResponses(spec))].sort());
  expect(Object.keys(builtRequests).sort()).toEqual(
    listOperations(spec)
      .map(({ operationId }) => operationId)
      .sort(),
  );
  const example = JSON.parse(readFileSync('examples/responses/openapi/searchFlights.json', 'utf8')) as Search;
  const check = builtResponses[schemasOfResponses(spec).find((place) => /flights~1search.*200/.test(place)) ?? ''];
  const wrong = { ...example, offers: [{ ...example.offers[0], expiresAt: 'soon' }] };
  const nested = { ...example, offers: [{ ...example.offers[0], airline: {} }] };
  expect([example, wrong, nested].map((body) => check(body))).toEqual([true, false, false]);
  const search = createRequestCheck(spec, builtRequests);
  const fits = (body: unknown) => search('searchFlights', { params: {}, query: {}, body });
  expect([FLIGHT_SEARCH, { ...FLIGHT_SEARCH, unlisted: 1 }, null].map(fits)).toEqual([true, false, false]);
});

interface Search {
  offers: object[];
}

it('runs from the sources, with a message, if the bundle cannot be made', async () => {
  const clone = cloneTree();
  writeFileSync(join(clone, '.bundles'), 'a file where the folder would be');
  const script = `"${process.execPath}" package/run.cjs --version 2>&1`;
  expect(await runWith(env, clone, 'sh', '-c', script)).toMatch(
    /^taxiway: the bundle cannot be made \(.*\.bundles.*\); it runs from its sources.*\n\d+\.\d+\.\d+\n$/,
  );
});
