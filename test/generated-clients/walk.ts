import { cpSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { installTool } from '../support/install-tool.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { TOOL_CACHE } from '../support/tool-cache.ts';
import type { GeneratedClient } from './clients.ts';
import { buildOf } from './clients.ts';
import { RegistryError, runShell } from './run-shell.ts';
import { python } from './tools.ts';

/**
 * Generates a client from openapi.yaml, compiles it, and lets it walk: search, required fields, order; search, pricing,
 * book, reads until the booking is no longer pending, change; then a booking whose response is lost.
 */
export async function walkWith(client: GeneratedClient): Promise<void> {
  const { needs, walk } = client;
  const env = {
    ...process.env,
    PATH: [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter),
    MAVEN_OPTS: [process.env['MAVEN_OPTS'], ...MAVEN_OPTS].join(' '),
    // To compile the packages below the generator takes a minute, so they are kept.
    CARGO_BUILD_BUILD_DIR: join(TOOL_CACHE, 'cargo'),
    SPEC: resolve('openapi.yaml'),
    ...(needs.includes('python3') && { PYTHON: await python() }),
  };
  const cwd = await placeOf(client, env);
  await expectWalk((keys) => runShell(walk, { cwd, env: { ...env, ...keys } }));
}

/** A registry that says nothing is given up after a minute. To compile what runs so briefly takes half of the time. */
const MAVEN_OPTS = ['-Daether.connector.requestTimeout=60000', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** A copy of the folder, with its clients made and compiled. */
function placeOf(client: GeneratedClient, env: NodeJS.ProcessEnv): Promise<string> {
  const known = places.get(client.folder);
  if (known) return known;
  const made = build(client, env).catch((error) => {
    if (error instanceof RegistryError) return build(client, env);
    throw error;
  });
  places.set(client.folder, made);
  return made;
}

const places = new Map<string, Promise<string>>();

async function build(client: GeneratedClient, env: NodeJS.ProcessEnv): Promise<string> {
  const { folder, modules = 'node_modules', packages } = client;
  const place = temporaryFolder();
  cpSync(join('examples/clients', folder), place, { recursive: true });
  const installed = packages ? join(await installTool(...packages), 'node_modules') : modules;
  symlinkSync(resolve(installed), join(place, 'node_modules'));
  await runShell(buildOf(folder), { cwd: place, env });
  return place;
}

async function expectWalk(walk: (keys: Record<string, string>) => Promise<string>): Promise<void> {
  const sandbox = await createSandbox({ log: 'silent' });
  try {
    const baseUrl = await sandbox.listen();
    const keys = await sandbox.addProfile();
    const scenario = `${baseUrl}/_sandbox/profiles/${keys.profileCode}/scenario`;
    const arming = await fetch(scenario, {
      method: 'PUT',
      headers: { ...sandbox.headers(keys), 'Content-Type': 'application/json' },
      body: JSON.stringify({ scenario: 'book:pending(reads=2); book:502-after-commit' }),
    });
    expect(arming.status).toBe(200);
    const printed = await walk({
      TAXIWAY_BASE_URL: baseUrl,
      TAXIWAY_SECRET_KEY: keys.secretKey,
      TAXIWAY_PUBLIC_KEY: keys.publicKey,
      TAXIWAY_PROFILE_CODE: keys.profileCode,
    });
    const { orderId, booked, changed, recovered } = JSON.parse(printed) as Record<string, string>;
    expect(orderId).toMatch(/^ord_/);
    expect(new Set([booked, changed, recovered]).size).toBe(3);
    expect(await (await fetch(scenario)).json()).toMatchObject({ armed: null });
    const { summary } = await sandbox.verdicts(keys.profileCode, { ended: true });
    expect(summary).toMatchObject({ broken: 0, warn: 0 });
    expect(summary.kept).toBeGreaterThan(70);
    expect(sandbox.violations).toEqual([]);
  } finally {
    await sandbox.close();
  }
}
