import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageManifest } from '../../src/base/package-root.ts';
import { settings } from '../../src/config/config.ts';
import { shownFlag } from '../../src/config/setting.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import type { Outcome } from './taxiway.ts';
import { PROGRAM, runTaxiway } from './taxiway.ts';

const folder = temporaryFolder();
let outcomes: Record<string, Outcome>;

/** Everything that ends by itself, started at once. */
beforeAll(async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  writeFileSync(`${folder}/notes.txt`, 'This is not a store. '.repeat(100));
  const used = await openStore(`${folder}/used.db`);
  const commands: Record<string, [args: string[], env?: Record<string, string>]> = {
    help: [['serve', '--help']],
    version: [['-v']],
    unknownOption: [['serve', '--colour', 'red']],
    unknownCommand: [['fly']],
    unknownHelp: [['help', 'fyl']],
    misspeltCommand: [['verfy', 'http://127.0.0.1:1']],
    misspeltVariable: [['scenarios', 'slow'], { TAXIWAY_PROT: '1', TAXIWAY_PROGRAM: 'taxiway' }],
    missingValue: [['serve', '--port']],
    badFlag: [['--port', 'eighty'], { TAXIWAY_PORT: '0' }],
    badEnvironment: [['serve'], { TAXIWAY_OFFERS: 'many' }],
    contradiction: [['serve', '--transfer-prefix', '/v1/flights']],
    takenPort: [['serve', '--port', String(port)]],
    noAddress: [
      ['serve', '--port', '0', '--host', '198.51.100.1', '--no-demo-credentials'],
      { TAXIWAY_ADMIN_TOKEN: 'an-admin-token-1' },
    ],
    openHost: [['serve', '--port', '0', '--host', '0.0.0.0']],
    badToken: [['serve', '--port', '0', '--admin-token', 'a short secret']],
    noFolder: [['serve', '--store', `${folder}/nowhere/store.db`]],
    noStore: [['serve', '--store', `${folder}/notes.txt`]],
    usedStore: [['serve', '--store', `${folder}/used.db`]],
    noCodeFromStrings: [['serve', '--port', '0'], { NODE_OPTIONS: '--disallow-code-generation-from-strings' }],
  };
  const entries = await Promise.all(
    Object.entries(commands).map(async ([name, [args, env]]) => [name, await runTaxiway(args, env)] as const),
  );
  outcomes = Object.fromEntries(entries);
  await used.close();
  taken.close();
});

it('serve --help lists every setting with its variable and its default', () => {
  const { code, stdout, stderr } = outcomes['help'];
  expect([code, stderr]).toEqual([0, '']);
  const text = stdout.replace(/\s+/g, ' ');
  for (const setting of settings) {
    expect(text).toContain(shownFlag(setting));
    expect(text).toContain(setting.env);
  }
  expect(text).toContain('[default: 4010; env: TAXIWAY_PORT]');
});

it('refuses a Node that compiles no schemas, before it listens', () => {
  const { code, stderr } = outcomes['noCodeFromStrings'] ?? {};
  expect(code).toBe(2);
  expect(stderr).toMatch(/^taxiway compiles schemas; start it without --disallow-code-generation-from-strings\.$/m);
});

it('prints its version for -v', () => {
  expect(outcomes['version']).toMatchObject({ code: 0, stdout: `${packageManifest().version}\n`, stderr: '' });
});

it('names an unknown variable that resembles a setting, and continues', () => {
  const { code, stdout, stderr } = outcomes['misspeltVariable'];
  expect([code, stdout.split(':')[0]]).toEqual([0, 'slow']);
  expect(stderr).toBe(
    'taxiway scenarios: the variable TAXIWAY_PROT is not a setting (did you mean TAXIWAY_PORT?); it has no effect\n',
  );
});

describe('an impossible start', () => {
  it.each([
    ['unknownOption', "unknown option '--colour'"],
    ['unknownCommand', 'there is no command "fly"'],
    ['unknownHelp', 'there is no command "fyl"'],
    ['misspeltCommand', 'there is no command "verfy" (did you mean verify?)'],
    ['missingValue', "option '--port <number>' argument missing"],
    ['badFlag', '--port is "eighty": expected a whole number from 0 to 65535'],
    ['badEnvironment', 'TAXIWAY_OFFERS is "many": expected a whole number from 1 to 50'],
    ['contradiction', 'the transfer prefix "/v1/flights" overlaps other paths of the service; choose another one'],
    ['takenPort', /port \d+ of 127\.0\.0\.1 is in use; stop the process that listens there, or pass another --port/],
    ['noAddress', '198.51.100.1 is not an address of this machine; pass another --host'],
    [
      'openHost',
      '0.0.0.0 can be reached from other machines, which needs an admin token and the demo credentials ' +
        'switched off: start with --no-demo-credentials and TAXIWAY_ADMIN_TOKEN=$(openssl rand -hex 24), or ' +
        'listen on 127.0.0.1',
    ],
    ['badToken', '--admin-token cannot be used: expected 16 to 256 visible ASCII characters'],
    [
      'noFolder',
      /the store file .*nowhere\/store\.db cannot be opened .* check that its folder exists and is writable/,
    ],
    [
      'noStore',
      /notes\.txt is not a taxiway store, or its beginning is damaged; give another --store, or restore a backup/,
    ],
    ['usedStore', /the store file .*used\.db is in use by another process; stop it first, or give another --store/],
  ] as const)('%s: ends with 2 and says what to do, in a line or two', (name, message) => {
    const { code, stdout, stderr } = outcomes[name];
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(stderr).not.toMatch(/\n\s+at |a short secret|an-admin-token-1/);
  });
});

describe('standard output', () => {
  const inShell = (line: string) =>
    spawnSync('bash', ['-c', `taxiway() { "${process.execPath}" "${PROGRAM}" "$@"; }; ${line}`], {
      encoding: 'utf8',
    });
  const report = 'taxiway judge test/check/judge/recordings/mitmproxy.har --json 2>/dev/null';

  it.runIf(existsSync('/dev/full'))('a full standard output ends a command with 2 and a message', () => {
    expect(inShell('taxiway rules >/dev/full')).toMatchObject({
      status: 2,
      stderr: 'taxiway: standard output cannot be written: the disk is full (ENOSPC)\n',
    });
    expect(inShell(`${report} >/dev/full`).status).toBe(2);
  });

  it('a closed pipe leaves the exit code unchanged', () => {
    expect(inShell(`${report} | head -1; exit "\${PIPESTATUS[0]}"`)).toMatchObject({ status: 0, stdout: '{\n' });
  });
});
