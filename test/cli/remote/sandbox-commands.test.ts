import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../../src/cli/commands.ts';
import { runCommandLine } from '../../../src/cli/program.ts';
import type { ClockedProfile } from '../../control-api/clocked-profile.ts';
import { clockedProfile } from '../../control-api/clocked-profile.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import { bookRequest } from '../../transfers/transfer-client.ts';

const APP = { version: '0.0.0', commands };
const server = useSandbox();
let mine: ClockedProfile;
const printed = { out: '', err: '' };

beforeEach(async () => {
  mine = await clockedProfile(server);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed.out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed.err += String(text)), true));
  vi.spyOn(console, 'error').mockImplementation((text) => (printed.err += `${String(text)}\n`));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});

/** Runs a command on the profile; returns what it printed, and its exit code. */
async function taxiway(...args: string[]): Promise<{ out: string; err: string; code: number }> {
  Object.assign(printed, { out: '', err: '' });
  process.exitCode = undefined;
  const [name = '', ...rest] = args;
  const target = ['--url', server.baseUrl, ...(name === 'profiles' ? [] : ['--profile', mine.keys.profileCode])];
  await runCommandLine(APP, [name, ...target, ...rest]).catch(() => (process.exitCode = 2));
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { ...printed, code };
}

const json = async (...args: string[]) => JSON.parse((await taxiway(...args, '--json')).out);
const book = async (scenario: string) => {
  const priced = await mine.transfers.priced();
  await server.post('/book', bookRequest(priced), { keys: mine.keys, scenario });
  return { searchId: priced.search.searchId, id: (await mine.list('reservations'))[0]?.resourceId as string };
};

describe('taxiway profiles', () => {
  it('lists the profiles of the sandbox', async () => {
    await taxiway('arm', 'pending');
    await mine.freeze();
    const { out } = await taxiway('profiles');
    expect(out).toMatch(/^PROFILE +CLOCK +ARMED +NAME\n/);
    expect(out).toMatch(new RegExp(`\n${mine.keys.profileCode} +frozen at 20\\S+Z +pending `));
    expect((await json('profiles')).map(({ profileCode }: { profileCode: string }) => profileCode)).toContain(
      mine.keys.profileCode,
    );
  });

  it('creates a profile, and prints its key pair', async () => {
    const { out } = await taxiway('profiles', '--create', 'Grüße 🚀');
    const [, code, publicKey, secretKey] = /^profile +(\S+)\npublic key +(\S+)\nsecret key +(\S+) /.exec(out) ?? [];
    const keys = { profileCode: code ?? '', publicKey: publicKey ?? '', secretKey: secretKey ?? '' };
    expect((await server.get(`/_sandbox/profiles/${code}`, { keys })).body.profile.name).toBe('Grüße 🚀');
  });
});

describe('the profile of a command', () => {
  it('comes from TAXIWAY_PROFILE_CODE, as in verify and judge', async () => {
    vi.stubEnv('TAXIWAY_PROFILE_CODE', mine.keys.profileCode);
    await mine.freeze();
    Object.assign(printed, { out: '', err: '' });
    await runCommandLine(APP, ['clock', '--url', server.baseUrl]);
    expect(printed.out).toContain('(frozen)');
  });

  it('does not limit the list of all profiles', async () => {
    const { err, code } = await taxiway('profiles', '--profile', mine.keys.profileCode);
    expect([code, err]).toEqual([2, expect.stringContaining("unknown option '--profile'")]);
  });
});

describe('taxiway arm', () => {
  it('arms, shows and clears a scenario', async () => {
    expect((await taxiway('arm')).out).toBe('nothing is armed\n');
    expect((await taxiway('arm', 'pending', '--calls', '1')).out).toBe('armed: pending, for 1 more call\n');
    expect((await taxiway('arm')).out).toBe('armed: pending, for 1 more call\n');
    expect((await taxiway('arm', 'slow(delay=PT1S)')).out).toContain('until it is cleared');
    expect(await json('arm', '--clear')).toEqual({ armed: null });
  });

  it("prints the sandbox's error for an unknown scenario", async () => {
    const { err, code } = await taxiway('arm', 'pendin');
    expect(code).toBe(2);
    expect(err).toBe(
      'taxiway arm: unknown_scenario: "pendin" is not a scenario. Did you mean pending?\nHelp: taxiway arm --help\n',
    );
  });

  it('proposes the nearest scenario for the operation, and lists no scenario of another operation', async () => {
    const near = await taxiway('arm', 'book:502-after-comit');
    expect(near.err).toContain('"502-after-comit" is not a scenario. Did you mean 502-after-commit?\n');
    const far = await taxiway('arm', 'book:nonsense');
    expect(far.err).toMatch(/"nonsense" is not a scenario; here you can use: .*\bpending\b/);
    expect(far.err).not.toContain('dni-allowed');
  });
});

describe('taxiway settle', () => {
  it('keeps a booking pending, then lets it complete', async () => {
    const { id } = await book('pending-forever');
    expect((await taxiway('resources', '--kind', 'reservations')).out).toMatch(
      new RegExp(`\n${id} +reservation +pending +\\S+ +complete fail\n`),
    );
    expect((await taxiway('settle', id)).out).toMatch(
      new RegExp(
        `^reservation ${id} is completed, confirmed; latest: booking_completed at .*\n` +
          'possible now: cancel, advance-ride\n$',
      ),
    );
    expect((await json('resources', id)).state).toBe('confirmed');
  });

  it('lets it fail for a reason, and refuses an event that can no longer happen', async () => {
    const { id } = await book('pending-forever');
    const failed = await json('settle', id, 'fail', '--error-code', 'price_changed');
    expect(failed).toMatchObject({ status: 'failed', errorCode: 'price_changed' });
    const { err, code } = await taxiway('settle', id);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`reservation ${id} is failed: the action complete is not possible`),
    ]);
    expect((await taxiway('settle', id, 'explode')).err).toContain(
      'the action is "explode": expected one of complete, fail',
    );
  });

  it('expires the offers of a search', async () => {
    const { searchId } = await book('completed');
    expect((await taxiway('settle', searchId, 'expire')).out).toContain(`search ${searchId} is expired`);
  });
});

describe('taxiway clock', () => {
  it('shows the current time and the agenda, and advances from event to event', async () => {
    await mine.freeze();
    expect((await taxiway('clock')).out).toMatch(/^20\S+Z {2}\(frozen\)\ndue next: nothing\n$/);
    const { id } = await book('pending');
    const next = await taxiway('clock');
    expect(next.out).toMatch(new RegExp(`due next:\n +AT +WHAT +OF\n +\\S+ +booking_completed +reservation ${id}\n`));
    expect(next.out).toContain('and 3 more\n');
    expect((await json('clock', 'advance', 'next')).due[0]).toMatchObject({ what: 'booking_completed' });
    const driver = await json('clock', 'advance', 'driver_assigned', '--resource', id);
    expect(driver.due.at(-1)).toMatchObject({ what: 'driver_assigned', resourceId: id });
    expect((await taxiway('clock', 'advance', 'PT1M')).out).toContain('fell due: nothing');
  });

  it('freezes, runs, and follows the sandbox again', async () => {
    expect((await json('clock', 'freeze', '2020-01-01T00:00:00Z')).now).toBe('2020-01-01T00:00:00.000Z');
    expect((await json('clock', 'run')).mode).toBe('running');
    expect((await json('clock', 'service')).mode).toBe('service');
  });

  it.each([
    ['5m', '"5m" is not a duration. Did you mean PT5M?'],
    ['1d2h30min', '"1d2h30min" is not a duration. Did you mean P1DT2H30M?'],
    ['drver_assigned', '"drver_assigned" is not an event. Did you mean driver_assigned?'],
    ['21', '"21" is neither a duration like PT21M nor an event like driver_assigned'],
  ])('suggests a corrected duration: %s', async (value, message) => {
    const { err, code } = await taxiway('clock', 'advance', value);
    expect([code, err]).toEqual([2, `taxiway clock: ${message}\nHelp: taxiway clock --help\n`]);
  });

  it('names the missing argument of advance', async () => {
    const { err, code } = await taxiway('clock', 'advance');
    expect([code, err]).toEqual([2, expect.stringContaining('advance needs a duration like PT21M')]);
  });
});

describe('taxiway journal', () => {
  it('lists calls with their responses, and shows one', async () => {
    await server.post('/search', {}, { keys: mine.keys });
    await book('pending');
    const lines = (await taxiway('journal', '--limit', '3')).out.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(/ 200 pending +book +scenario pending +POST \/book\?scenario=pending$/);
    const [{ exchangeId }] = await json('journal', '--operation', 'bookTransfer');
    expect(JSON.parse((await taxiway('journal', exchangeId)).out).exchange).toMatchObject({
      operationId: 'bookTransfer',
    });
  });

  it('lists refused calls with the nearest operation, and those that name no profile apart', async () => {
    await server.post('/boook', {}, { keys: mine.keys });
    const lines = (await taxiway('journal', '--limit', '2')).out.trim().split('\n');
    expect(lines.at(-1)).toMatch(/ 404 not_found +unknown +nearest: POST \/book.* POST \/boook$/);
    expect((await json('journal')).at(-1)).toMatchObject({ path: '/boook', nearest: { operation: 'book' } });
    await fetch(`${server.baseUrl}/nowhere`);
    expect((await json('journal', '--profile', 'nobody')).at(-1)).toMatchObject({
      path: '/nowhere',
      authenticated: false,
    });
  });

  it('writes the whole journal into a file, in the format of its extension', async () => {
    await server.post('/search', {}, { keys: mine.keys });
    const folder = temporaryFolder();
    const written = async (name: string) => {
      expect((await taxiway('journal', '--export', join(folder, name))).out).toBe(`wrote ${join(folder, name)}\n`);
      return readFileSync(join(folder, name), 'utf8');
    };
    expect(JSON.parse(await written('a.har')).log.entries).toHaveLength(1);
    expect((await written('a.ndjson')).trim().split('\n')).toHaveLength(2);
    for (const file of ['a.json', 'nowhere/a.har']) {
      const { code, err } = await taxiway('journal', '--export', join(folder, file));
      expect([code, err]).toEqual([2, expect.stringMatching(/expected a name that ends in|cannot be written/)]);
    }
  });

  it('follows calls until the profile is removed', async () => {
    const following = taxiway('journal', '--follow', '--json');
    await expect.poll(async () => (await mine.transfers.search(), printed.out)).toContain('"path":"/search"');
    await mine.call('delete', '');
    const { out } = await following;
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ method: 'POST', status: 200 });
  });
});

describe('every command', () => {
  it('reports a URL without a server, and a server that is not a sandbox', async () => {
    expect(await taxiway('arm', '--url', 'http://127.0.0.1:9')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^taxiway arm: no response from http:\/\/127\.0\.0\.1:9 \(.+\); start a sandbox with `taxiway serve`, .* --url/,
      ),
    });
    expect((await taxiway('arm', '--url', 'nowhere')).err).toContain('expected a URL like http://127.0.0.1:4010');
    expect((await taxiway('journal', '--limit', '0')).err).toContain('expected a whole number');
  });

  it('accepts a sandbox URL with a path', async () => {
    const app = express().use('/below/it', server.sandbox.app);
    const listening = app.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    for (const end of ['', '/'])
      expect((await taxiway('arm', '--url', `http://127.0.0.1:${port}/below/it${end}`)).out).toBe('nothing is armed\n');
    listening.close();
    listening.closeAllConnections();
  });

  it.each([
    'http://me:s3cret@127.0.0.1:9',
    'ftp://me:s3cret@host',
    'me:s3cret@host',
    'http://me:s3cret@ho st',
    'http://s3cret@host',
  ])('refuses %s as its URL, without printing secrets', async (url) => {
    const { code, out, err } = await taxiway('arm', '--url', url);
    expect(code).toBe(2);
    expect(err).toMatch(/--url/);
    expect(out + err).not.toContain('s3cret');
  });

  it('refuses a URL with a query', async () => {
    expect((await taxiway('arm', '--url', `${server.baseUrl}?x=1`)).err).toContain('expected a URL like');
  });

  it('names the command that lists profiles if the profile is unknown', async () => {
    const { err } = await taxiway('arm', '--profile', 'dp_nobody');
    expect(err).toContain('there is no profile "dp_nobody"');
    expect(err).toContain('`taxiway profiles` lists them');
  });

  it('empties a profile', async () => {
    await book('completed');
    expect((await taxiway('reset')).out).toBe(`${mine.keys.profileCode} is empty\n`);
    expect(await mine.list('reservations')).toEqual([]);
  });
});

it.each(['..', '.'])('the id %s reaches no other operation', async (id) => {
  const { code, err } = await taxiway('resources', id);
  expect([code, err]).toEqual([2, expect.stringContaining('is not an id') as unknown]);
});
