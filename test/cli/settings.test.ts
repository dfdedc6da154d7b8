import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/config-error.ts';
import { completeConfig, completeGiven } from '../../src/config/complete-config.ts';
import type { Config } from '../../src/config/config.ts';
import { defaults, settings } from '../../src/config/config.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import type { Flags } from '../../src/config/setting.ts';
import { createSandbox } from '../../src/index.ts';

const readConfig = (flags: Flags, env: NodeJS.ProcessEnv) =>
  completeGiven(readSettings<Config>(settings, { flags, env, folder: '.' }).settings);

describe('a setting', () => {
  it('has its default when it is not set', () => {
    expect(readConfig({}, {})).toEqual(defaults);
  });

  it.each(settings)('$key is read from $env, and from its flag first', ({ key, env }) => {
    const [low, high] = GOOD[key];
    expect(readConfig({}, { [env]: low[0] })).toEqual({ ...defaults, [key]: low[1] });
    expect(readConfig({ [key]: high[0] }, { [env]: low[0] })).toEqual({ ...defaults, [key]: high[1] });
  });

  it.each(settings)('$key has its default when $env is empty', ({ env }) => {
    expect(readConfig({}, { [env]: '' })).toEqual(defaults);
  });

  it.each(
    settings.flatMap(({ key, flag, env, secret }) =>
      BAD[key].map((text) => ({ key, flag: flag.split(' ')[0], env, secret, text })),
    ),
  )('$key is never "$text", and the refusal names where that came from', ({ key, flag, env, secret, text }) => {
    const seen = secret ? 'cannot be used' : `is ${JSON.stringify(text).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;
    expect(() => readConfig({ [key]: text }, {})).toThrow(new RegExp(`^${flag} ${seen}: .`));
    if (text === '') return;
    expect(() => readConfig({}, { [env]: text })).toThrow(ConfigError);
    expect(() => readConfig({}, { [env]: text })).toThrow(new RegExp(`^${env} ${seen}: .`));
  });

  it('a setting that contradicts another part of the service is refused', () => {
    for (const transferPrefix of ['/v1/flights', '/v1/flights/x', '/_sandbox'])
      expect(() => completeConfig({ transferPrefix })).toThrow('choose another one');
    expect(completeConfig({ transferPrefix: '/v1/flightsandmore' }).transferPrefix).toBe('/v1/flightsandmore');
    expect(() => completeConfig({ serviceIdHeader: 'AUTHORIZATION' })).toThrow('carries the secret');
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'sandbox.example', '127.0.0.1.example', '127.1', 'localhost.example'])(
    'host is never %s without an admin token and with demo credentials',
    async (host) => {
      const adminToken = 'an-admin-token-1';
      expect(() => readConfig({ host }, {})).toThrow(
        `${host} can be reached from other machines, which needs an admin token and the demo credentials ` +
          'switched off: start with --no-demo-credentials and TAXIWAY_ADMIN_TOKEN=',
      );
      expect(() => readConfig({ host, adminToken }, {})).toThrow('which needs the demo credentials switched off: ');
      expect(() => readConfig({ host, demoCredentials: 'false' }, {})).toThrow('which needs an admin token: ');
      expect(readConfig({ host, adminToken, demoCredentials: 'false' }, {})).toEqual({
        ...defaults,
        host,
        adminToken,
        demoCredentials: false,
      });
      await expect(createSandbox({ host })).rejects.toThrow(ConfigError);
    },
  );

  it('a guessable seed is refused if other machines can reach the sandbox', async () => {
    const exposed = { host: '0.0.0.0', adminToken: 'an-admin-token-1', demoCredentials: 'false' };
    expect(() => readConfig({ ...exposed, seed: 'demo' }, {})).toThrow(
      '0.0.0.0 can be reached from other machines, and a seed of 4 characters can be guessed from one key pair',
    );
    expect(readConfig({ ...exposed, seed: 'x'.repeat(24) }, {}).seed).toBe('x'.repeat(24));
    const sandbox = await createSandbox({
      adminToken: 'an-admin-token-1',
      demoCredentials: false,
      seed: 'demo',
      log: 'silent',
    });
    await expect(sandbox.listen({ host: '0.0.0.0' })).rejects.toThrow('leave the option seed out, or');
    await sandbox.close();
  });

  it('restricts the creation of profiles to the admin only with an admin token', () => {
    expect(() => completeConfig({ profileCreation: 'admin' })).toThrow(
      'the profile creation "admin" needs an admin token: set the option adminToken, or leave it out',
    );
    expect(() => readConfig({ profileCreation: 'admin' }, {})).toThrow('set TAXIWAY_ADMIN_TOKEN, or leave it out');
    expect(completeConfig({ profileCreation: 'admin', adminToken: 'an-admin-token-1' }).profileCreation).toBe('admin');
  });

  it('is checked in the library too, under its library name', async () => {
    await expect(createSandbox({ offers: 0 })).rejects.toThrow('offers is "0": expected a whole number from 1 to 50');
    await expect(createSandbox({ now: 'tomorrow' })).rejects.toThrow(ConfigError);
    await expect(createSandbox({ host: '0.0.0.0' })).rejects.toThrow(
      'make the sandbox with demoCredentials: false and an adminToken of at least 16 random characters, or listen on ',
    );
    expect(completeConfig({ offers: undefined, seed: undefined })).toEqual(defaults);
  });

  it('is refused in the library if its name is unknown', async () => {
    const unknown = (options: object) => createSandbox(options).catch((error: Error) => `${error}`);
    expect(await unknown({ prt: 1 })).toBe('ConfigError: unknown option prt; did you mean port?');
    expect(await unknown({ nonsenseOfAnyKind: 1 })).toMatch(
      /nonsenseOfAnyKind; the options are host, port, .*, logTo$/,
    );
  });
});

/** Two good values for each setting, as text and as what becomes of it. */
const GOOD: Record<(typeof settings)[number]['key'], [[string, unknown], [string, unknown]]> = {
  port: [
    ['0', 0],
    ['65535', 65535],
  ],
  host: [
    ['127.0.0.2', '127.0.0.2'],
    ['localhost', 'localhost'],
  ],
  store: [
    ['a.db', resolve('a.db')],
    [':memory:', ':memory:'],
  ],
  bookingCutoffMinutes: [
    ['0', 0],
    ['1440', 1440],
  ],
  transferLeadMinutes: [
    ['0', 0],
    ['1440', 1440],
  ],
  openJaw: [
    ['true', true],
    ['false', false],
  ],
  seed: [
    ['7', '7'],
    ['a seed', 'a seed'],
  ],
  now: [
    ['2027-01-10T12:00:00Z', '2027-01-10T12:00:00Z'],
    ['2027-01-10T12:00:00+01:00', '2027-01-10T12:00:00+01:00'],
  ],
  offers: [
    ['1', 1],
    ['50', 50],
  ],
  offerMinutes: [
    ['0.5', 0.5],
    ['10080', 10080],
  ],
  transferOfferMinutes: [
    ['1', 1],
    ['15', 15],
  ],
  transferPrefix: [
    ['/transfers', '/transfers'],
    ['/v1/transfers', '/v1/transfers'],
  ],
  serviceIdHeader: [
    ['X-Client-Id', 'X-Client-Id'],
    ['x', 'x'],
  ],
  liveMode: [
    ['true', true],
    ['false', false],
  ],
  adminToken: [
    ['an-admin-token-1', 'an-admin-token-1'],
    ['x'.repeat(256), 'x'.repeat(256)],
  ],
  profileCreation: [
    ['anyone', 'anyone'],
    ['anyone', 'anyone'],
  ],
  demoCredentials: [
    ['false', false],
    ['true', true],
  ],
  cors: [
    ['false', false],
    ['true', true],
  ],
  maxProfiles: [
    ['1', 1],
    ['100000', 100_000],
  ],
  maxSearches: [
    ['1', 1],
    ['1000000', 1_000_000],
  ],
  maxOrders: [
    ['1', 1],
    ['1000000', 1_000_000],
  ],
  maxBookings: [
    ['1', 1],
    ['1000000', 1_000_000],
  ],
  judge: [
    ['true', true],
    ['false', false],
  ],
  metrics: [
    ['true', true],
    ['false', false],
  ],
  log: [
    ['silent', 'silent'],
    ['debug', 'debug'],
  ],
  logFormat: [
    ['text', 'text'],
    ['json', 'json'],
  ],
  keepAliveSeconds: [
    ['1', 1],
    ['86400', 86_400],
  ],
  drainSeconds: [
    ['0', 0],
    ['3600', 3600],
  ],
  metricsPort: [
    ['1', 1],
    ['65535', 65_535],
  ],
  storeConnections: [
    ['2', 2],
    ['200', 200],
  ],
  storeWaitSeconds: [
    ['0', 0],
    ['3600', 3600],
  ],
  shutdownSeconds: [
    ['0', 0],
    ['3600', 3600],
  ],
};

const BAD: Record<(typeof settings)[number]['key'], string[]> = {
  port: ['', 'x', '-1', '65536', '1.5', '0x50', '1e3', ' 80'],
  host: ['', '  '],
  store: ['', ' '],
  seed: ['', ' '],
  now: ['', 'now', '2027-01-10T12:00:00', '2027-02-30T25:00:00Z', '10.01.2027', '1799928000'],
  offers: ['', '0', '51', '-5', 'twelve'],
  offerMinutes: ['', '0', '-1', '10081', 'x', 'Infinity', 'NaN'],
  bookingCutoffMinutes: ['', '-1', '1441', 'x'],
  openJaw: ['', 'yes', '1'],
  transferOfferMinutes: ['', '0', 'x'],
  transferLeadMinutes: ['', '-1', '1441', 'x'],
  transferPrefix: ['transfers', '/transfers/', '/', '/a b', '/a?b', '//a'],
  serviceIdHeader: ['', 'X Id', 'X:Id', 'Ü'],
  liveMode: ['', 'yes', '1', 'TRUE'],
  adminToken: ['', 'fifteen-letters', ' '.repeat(20), 'with spaces in the middle', 'x'.repeat(257)],
  profileCreation: ['', 'nobody', 'ADMIN'],
  demoCredentials: ['', 'no', '0', 'TRUE'],
  cors: ['', 'no', '0', 'TRUE'],
  maxProfiles: ['', '0', '100001', '1.5'],
  maxSearches: ['', '0', '1000001', 'x'],
  maxOrders: ['', '0', '1000001', '-1'],
  maxBookings: ['', '0', '1000001', '1e3'],
  judge: ['', 'no', '0', 'TRUE'],
  metrics: ['', 'no', '0', 'TRUE'],
  log: ['', 'loud', 'INFO', 'trace'],
  logFormat: ['', 'pretty', 'JSON'],
  keepAliveSeconds: ['', '0', '0.5', '86401', 'soon'],
  drainSeconds: ['', '-1', '0.5', '3601', 'soon'],
  metricsPort: ['', '0', '65536', 'x'],
  storeConnections: ['', '1', '201', 'all'],
  storeWaitSeconds: ['', '-1', '0.5', '3601', 'soon'],
  shutdownSeconds: ['', '-1', '0.5', '3601', 'soon'],
};
