import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import { shownFlag } from '../../../src/config/setting.ts';
import { verifySettings } from '../../../src/config/verify-settings.ts';
import type { Sandbox } from '../../../src/index.ts';
import { createSandbox } from '../../../src/index.ts';
import { PROGRAM, runTaxiway } from '../../cli/taxiway.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import type { ForeignServer } from './foreign-servers.ts';
import { pathOf, startServer } from './foreign-servers.ts';

const folder = temporaryFolder();
const CREDENTIAL = {
  TAXIWAY_PUBLIC_KEY: 'pk_cli',
  TAXIWAY_SECRET_KEY: 'sk_cli_do_not_tell',
  TAXIWAY_PROFILE_CODE: 'dp_cli000000001',
};
/** One rule that needs one call, and that a server that accepts any credentials breaks. */
const RULE = 'auth.missing-credentials.401';

let sandbox: Sandbox;
let healthy: string;
/** Accepts any credentials. */
let open: ForeignServer;
beforeAll(async () => {
  sandbox = await createSandbox({ log: 'silent', seed: 'cli' });
  healthy = await sandbox.listen();
  open = await startServer((req, res) => {
    const status = pathOf(req).startsWith('/_sandbox') ? 404 : 200;
    res
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end('{"offers":[],"liveMode":false,"echo":"sk_cli_do_not_tell"}');
  });
});
afterAll(async () => {
  await sandbox.close();
  await open.close();
});

const profiles = async () =>
  ((await (await fetch(`${healthy}/_sandbox/profiles`)).json()) as { profiles: unknown[] }).profiles.length;

it('verify --help lists every setting with its flag, its variable and its default', async () => {
  const { code, stdout } = await runTaxiway(['verify', '--help'], { COLUMNS: '500' });
  const text = stdout.replace(/\s+/g, ' ');
  expect(code).toBe(0);
  for (const setting of verifySettings) {
    for (const part of [shownFlag(setting), setting.env, setting.byDefault, setting.description])
      if (part) expect(text).toContain(part);
  }
});

describe('the exit code', () => {
  it('is 0 if nothing fails; the profile of the run is gone, and standard output has only the report', async () => {
    const before = await profiles();
    const { code, stdout, stderr } = await runTaxiway(['verify', healthy, '--only', RULE]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^checked 1 of 1 rule\n[^]*\nPASSED\n1 rule: 1 passed; /),
    ]);
    expect(stderr).toMatch(
      /^taxiway \S+ verifies http:\S+ \(a sandbox, liveMode false, profile dp_\w+\): \d+ contracts?\n$/,
    );
    expect(await profiles()).toBe(before);
  });

  it('is 1 if a rule fails, and every report is written without the secret', async () => {
    const files = { 'json-file': 'deep/r.json', junit: 'r.xml', html: 'r.html', 'write-baseline': 'b.json' };
    const flags = Object.entries(files).flatMap(([flag, name]) => [`--${flag}`, join(folder, name)]);
    const summary = join(folder, 'summary.md');
    const { code, stdout, stderr } = await runTaxiway(['verify', open.baseUrl, '--only', RULE, ...flags], {
      ...CREDENTIAL,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
    });
    expect(code).toBe(1);
    expect(stdout).toContain(`FAIL ${RULE}`);
    expect(stdout).toContain(`again     taxiway verify ${open.baseUrl} --only ${RULE}`);
    // GitHub ignores workflow commands in the report; the annotations follow after it.
    expect(stdout).toMatch(/^::stop-commands::(\w+)\n[^]*\n::\1::\n(?:::error title=.*\n)+$/);
    expect(stdout).toContain(`::error title=${RULE}`);
    expect(stdout).not.toContain('export TAXIWAY_SECRET');
    const texts = [...Object.values(files), 'summary.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const text of texts) expect(text).toContain(RULE);
    for (const text of [stdout, stderr, ...texts]) expect(text).not.toContain(CREDENTIAL.TAXIWAY_SECRET_KEY);
    expect((JSON.parse(texts[0]) as VerifyReport).rules.find(({ id }) => id === RULE)?.verdict).toBe('fail');
  });

  it('keeps standard output to the machine-readable report, with the same counts in every report', async () => {
    const { stdout, stderr } = await runTaxiway(['verify', healthy, '--only', RULE, '--json']);
    const { contracts } = JSON.parse(stdout) as VerifyReport;
    expect(stderr).toMatch(new RegExp(`: ${contracts.length} contracts\n`));
    expect(stderr).toMatch(new RegExp(`; ${contracts.length} contracts, \\d+ check`));
  });

  it('is 0 if the baseline lists all failures, and --no-github writes no annotation', async () => {
    const baseline = join(folder, 'known.json');
    await runTaxiway(['verify', open.baseUrl, '--only', RULE, '--write-baseline', baseline], CREDENTIAL);
    const { code, stdout } = await runTaxiway(
      ['verify', open.baseUrl, '--only', RULE, '--baseline', baseline, '--no-github'],
      { ...CREDENTIAL, GITHUB_ACTIONS: 'true' },
    );
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nPASSED, with \d+ known failures?\n/)]);
    expect(stdout).not.toContain('::error');
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no base URL', [], {}, /^taxiway verify: the base URL is missing; run/],
    ['a flag that nobody knows', ['--colour', 'red'], {}, /unknown option '--colour'/],
    [
      'a base URL too many',
      ['http://127.0.0.1:1', 'http://127.0.0.1:2'],
      {},
      /"http:\/\/127\.0\.0\.1:2" is one argument too many/,
    ],
    [
      'an unknown rule',
      ['http://127.0.0.1:9', '--only', 'auth.requird'],
      {},
      /--only auth\.requird is not a rule .*the nearest is auth\.required/,
    ],
    ['no server there', ['http://127.0.0.1:9'], {}, /no response from http:\/\/127\.0\.0\.1:9/],
    [
      'a damaged baseline',
      ['http://127.0.0.1:9', '--baseline', 'package.json'],
      {},
      /the baseline .*package\.json cannot be used: it has no version|its version is/,
    ],
    [
      'a config file that is not there',
      ['http://127.0.0.1:9', '--config', 'none.yaml'],
      {},
      /none\.yaml cannot be read/,
    ],
    [
      'an environment that cannot be used',
      ['http://127.0.0.1:9'],
      { TAXIWAY_RATE: 'fast' },
      /^taxiway verify: TAXIWAY_RATE is "fast": expected a number/,
    ],
  ])('is 2, with at most two lines on standard error, for %s', async (_, args, env, message) => {
    const { code, stdout, stderr } = await runTaxiway(['verify', ...args], env);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('is 2 if no credential is given, accepted or created', async () => {
    expect(await runTaxiway(['verify', open.baseUrl])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/there is no credential: set TAXIWAY_PUBLIC_KEY/),
    });
    expect(await runTaxiway(['verify', healthy], CREDENTIAL)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/does not accept the profile dp_cli000000001: a search returned 40[13] /),
    });
  });

  it('is 2 if no check was made or a report cannot be written', async () => {
    const nothing = await runTaxiway(
      ['verify', open.baseUrl, '--only', 'flight-order.passengers.no-duplicate-ids', '--github'],
      CREDENTIAL,
    );
    expect(nothing).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(
        /\nERROR: nothing was checked\n[^]*\n::error title=taxiway verify::nothing was checked\n$/,
      ),
    });
    writeFileSync(join(folder, 'a-file'), '');
    const blocked = await runTaxiway(['verify', healthy, '--only', RULE, '--json-file', join(folder, 'a-file/r.json')]);
    expect(blocked).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /the json file .* cannot be written: .*; pass another one\nHelp: taxiway verify --help\n$/,
      ),
    });
  });
});

describe('an output with colours', () => {
  it('has colours, and none with --no-color', async () => {
    const run = async (...flags: string[]) =>
      (await runTaxiway(['verify', healthy, '--only', RULE, '--quiet', ...flags], { FORCE_COLOR: '1' })).stdout;
    expect(await run()).toContain('\x1b[32mPASSED\x1b[39m');
    expect(await run('--no-color')).toMatch(/^checked 1 of 1 rule\n\nPASSED\n/);
  });
});

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s ends a run with %d: what was made is removed, what is known is printed, no report is written',
    async (signal, code) => {
      const before = await profiles();
      const file = join(folder, `${signal}.json`);
      const child = spawn(process.execPath, [PROGRAM, 'verify', healthy, '--rate', '20', '--json-file', file], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
      });
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      await expect.poll(profiles, { timeout: 20_000 }).toBeGreaterThan(before);
      // Into the run, past the start of it.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      child.kill(signal);
      expect(await new Promise((resolve) => child.once('close', resolve))).toBe(code);
      expect(stderr).toMatch(
        /\ntaxiway verify: stopped after \d+ contracts?; the profiles made for the run are removed, /,
      );
      expect(stderr).toMatch(/; the profiles made for the run are removed, and no report was written\n$/);
      expect(stdout).toContain('ERROR: the run was stopped');
      expect([await profiles(), existsSync(file)]).toEqual([before, false]);
    },
  );
});
