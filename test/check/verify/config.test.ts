import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../../docs/pages/config-schema.ts';
import { ConfigError } from '../../../src/base/config-error.ts';
import { readCommand } from '../../../src/check/verify/read-command.ts';
import { commands } from '../../../src/cli/commands.ts';
import type { Sources } from '../../../src/config/read-settings.ts';
import { readSettings } from '../../../src/config/read-settings.ts';
import type { Flags } from '../../../src/config/setting.ts';
import { flagKey, nameOf } from '../../../src/config/setting.ts';
import type { VerifySettings } from '../../../src/config/verify-settings.ts';
import { verifySettings } from '../../../src/config/verify-settings.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';
import { selectRules } from '../../../src/interface/rules/select-rules.ts';
import { readSection } from '../../cli/run-command.ts';
import { matchOf, present } from '../../support/present.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const BASE = 'http://127.0.0.1:4010';
const page = readFileSync('docs/verify.md', 'utf8');
const fitsSchema = new Ajv2020({ strict: false }).compile(configSchema(commands));

/** As the harness reads the command. */
function commandOf(sources: Sources) {
  return readCommand(
    readSettings<VerifySettings>(verifySettings, { ...sources, file: readSection('verify', sources) }),
  );
}

/** Settings from a config file (its section verify), flags and the environment. */
function read(verify: unknown, flags: Flags = { baseUrl: BASE }, env: NodeJS.ProcessEnv = {}) {
  const folder = temporaryFolder();
  if (verify !== undefined) writeFileSync(join(folder, 'taxiway.config.json'), JSON.stringify({ verify }));
  return { ...commandOf({ flags, env, folder }), folder };
}

describe('a setting of taxiway verify', () => {
  it('has its default when only the base URL is set', () => {
    const { options, folder: _, ...rest } = read(undefined);
    expect(JSON.parse(JSON.stringify(options))).toEqual({ baseUrl: BASE });
    expect(JSON.parse(JSON.stringify(rest))).toEqual({
      only: [],
      strict: false,
      plan: false,
      quiet: false,
      github: false,
    });
  });

  const simple = verifySettings.filter(
    ({ group, kind, env, key }) =>
      group !== 'Who asks' && kind !== 'file' && env !== undefined && !['allowLive', 'book'].includes(key),
  );
  it.each(simple)('$key is read from the flag first, then from $env, then from the config file', (setting) => {
    const { key, inFile } = setting;
    const env = present(setting.env, `variable of ${key}`);
    const [low, middle, high] = present(VALUES[key], `values of ${key}`);
    const flagOf = (value: unknown) => ({
      baseUrl: BASE,
      [flagKey(setting)]: Array.isArray(value) ? value : String(value),
    });
    const textOf = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value));
    const file = inFile ? { [key]: low } : undefined;
    const without = key === 'baseUrl' ? {} : { baseUrl: BASE };
    if (inFile) expect(found(read(file, without), key)).toEqual(low);
    expect(found(read(file, without, { [env]: textOf(middle) }), key)).toEqual(middle);
    expect(found(read(file, { ...without, ...flagOf(high) }, { [env]: textOf(middle) }), key)).toEqual(high);
  });

  it.each(verifySettings.flatMap((setting) => (BAD[setting.key] ?? []).map((text) => ({ ...setting, text }))))(
    '$key is never "$text", and the refusal names where that came from',
    ({ text, ...setting }) => {
      const { env } = setting;
      const name = nameOf(setting);
      expect(() => read(undefined, { baseUrl: BASE, [flagKey(setting)]: text })).toThrow(`${name} is "${text}": `);
      if (env && text !== '')
        expect(() => read(undefined, { baseUrl: BASE }, { [env]: text })).toThrow(`${env} is "${text}": `);
    },
  );

  it('a password in a URL is refused, and not shown', () => {
    expect(() => read(undefined, { baseUrl: 'http://ada:p@ss@x' })).toThrow('the base URL is "http://…@x": ');
    expect(() => read(undefined, { baseUrl: 'ftp://x?password=p&a=1' })).toThrow('"ftp://x?password=…&a=1": ');
  });

  it.each([
    [{ book: true, baseUrl: BASE }, '--book is valid only with --allow-live'],
    [{}, 'the base URL is missing'],
    [{ plan: true, writeBaseline: 'b.json' }, '--plan makes no calls'],
    [{ baseUrl: BASE, baseline: 'b.json', writeBaseline: './b.json' }, 'name the same file'],
    [
      { baseUrl: BASE, secretKey: 'sk_12345678' },
      'the credential has secretKey, but no publicKey and no profileCode; give all three',
    ],
    [{ baseUrl: BASE, secretKey: 'sk_1', publicKey: 'pk', profile: 'dp' }, 'fewer than 8 characters'],
    [
      { baseUrl: BASE, secretKey: 'sk_12345678\n', publicKey: 'pk', profile: 'dp' },
      'characters that no header can carry',
    ],
    [
      { baseUrl: BASE, credential: 'c.json', secretKey: 'sk_12345678' },
      'the command line gives the credential as the file',
    ],
  ])('a setting that contradicts another one is refused: %j', (flags, message) => {
    expect(() => read(undefined, flags)).toThrow(message);
    expect(() => read(undefined, flags)).toThrow(ConfigError);
  });

  it('never shows an invalid secret', () => {
    expect(() => read(undefined, { baseUrl: BASE }, { TAXIWAY_SECRET_KEY: ' ' })).toThrow(
      /^TAXIWAY_SECRET_KEY cannot be used: /,
    );
  });

  it('annotates a run of GitHub Actions unless it is off', () => {
    expect(read(undefined, { baseUrl: BASE }, { GITHUB_ACTIONS: 'true' }).github).toBe(true);
    expect(read(undefined, { baseUrl: BASE, github: false }, { GITHUB_ACTIONS: 'true' }).github).toBe(false);
    expect(read({ github: false }, { baseUrl: BASE }, { GITHUB_ACTIONS: 'true' }).github).toBe(false);
  });
});

describe('the config file', () => {
  it('is read as in the docs, and its schema accepts it', () => {
    const text = matchOf(/^```yaml config\n([^]*?)^```$/m, page)[1];
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'taxiway.config.yaml'), text);
    writeFileSync(join(folder, 'other-profile.yaml'), 'publicKey: pk_2\nsecretKey: sk_other_1234\nprofileCode: dp_2\n');
    const command = commandOf({ flags: {}, env: { TAXIWAY_SECRET_KEY: 'sk_staging_1234' }, folder });
    expect(command).toMatchObject({
      options: {
        baseUrl: 'https://staging.example.com',
        transfersUrl: 'https://staging.example.com/transfers',
        routes: ['BCN-LIS', 'MAD-LHR'],
        rate: 5,
        concurrency: 2,
        credential: { publicKey: 'pk_staging_7', secretKey: 'sk_staging_1234', profileCode: 'dp_staging0001' },
        otherCredential: { secretKey: 'sk_other_1234' },
      },
      baseline: join(folder, 'taxiway.baseline.json'),
      html: join(folder, 'reports/taxiway.html'),
    });
    expect([fitsSchema(parse(text)), fitsSchema.errors]).toEqual([true, null]);
  });

  it.each<[unknown, string]>([
    [{ bseUrl: BASE }, 'has the key "bseUrl", which may be meant to be "baseUrl"; allowed are baseUrl, flightsUrl,'],
    [{ rate: 'fast' }, 'rate is "fast"; expected a number'],
    [{ rate: 0 }, 'rate is 0: expected a number above 0 and at most 1000'],
    [{ concurrency: 1.5 }, 'concurrency is 1.5: expected a whole number from 1 to 100'],
    [{ strict: 'true' }, 'strict is "true"; expected true or false'],
    [{ routes: 'MAD-LHR' }, 'routes is "MAD-LHR"; expected a non-empty list'],
    [{ routes: [] }, 'routes is a list; expected a non-empty list'],
    [{ routes: ['MADLHR'] }, 'routes is "MADLHR": expected two IATA codes like MAD-LHR'],
    [{ baseUrl: null }, 'baseUrl is empty; expected text'],
    [{ baseUrl: '${NOT_SET}' }, 'baseUrl needs the environment variable NOT_SET'],
    [{ secretKey: 'sk_12345678' }, 'has the key "secretKey" under verify; write credential: '],
    [
      { credential: { publicKey: 'pk', secretKey: 'sk_12345678', profileCode: 'dp' } },
      'credential.secretKey has to be the name of a variable',
    ],
    [{ credential: { secret: 'x' } }, 'has the key "secret"'],
    [{ book: true }, 'has the key "book" under verify, which is set for each run: --book or TAXIWAY_BOOK'],
    [{ allowLive: true }, 'which is set for each run'],
  ])('a config file with %j is refused by name, and its schema refuses it too', (verify, message) => {
    expect(() => read(verify)).toThrow(message);
    if (!message.includes('NOT_SET')) expect(fitsSchema({ verify })).toBe(false);
  });

  it('is refused with an unknown key next to verify, without a mapping, with invalid YAML, and if two exist', () => {
    const folder = temporaryFolder();
    const readNamed = (text: string) => {
      writeFileSync(join(folder, 'other.yaml'), text);
      return () => commandOf({ flags: { baseUrl: BASE, config: 'other.yaml' }, env: {}, folder });
    };
    expect(readNamed('verfy: {}')).toThrow(
      /other\.yaml has the key "verfy", which may be meant to be "verify"; allowed are \$schema, serve, record/,
    );
    expect(readNamed('- verify')).toThrow(/other\.yaml is a list; expected keys with values/);
    expect(readNamed('verify: [')).toThrow(/other\.yaml cannot be read: /);
    expect(readNamed('verify: 7')).toThrow(/has 7 under verify/);
    expect(() => commandOf({ flags: { baseUrl: BASE, config: 'none.yaml' }, env: {}, folder })).toThrow(
      /none\.yaml cannot be read: there is no such file \(ENOENT\)/,
    );
    for (const name of ['taxiway.config.json', 'taxiway.config.yml']) writeFileSync(join(folder, name), '{}');
    expect(() => commandOf({ flags: { baseUrl: BASE }, env: {}, folder })).toThrow(
      /taxiway\.config\.json and .*taxiway\.config\.yml; keep one/,
    );
  });

  it('resolves paths against its folder, and flags against the working directory', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'ci'));
    writeFileSync(join(folder, 'ci/my.json'), JSON.stringify({ verify: { junit: 'a.xml', html: 'b.html' } }));
    const command = commandOf({ flags: { baseUrl: BASE, config: 'ci/my.json', html: 'c.html' }, env: {}, folder });
    expect([command.junit, command.html]).toEqual([join(folder, 'ci/a.xml'), join(folder, 'c.html')]);
  });
});

it('the package has both schemas under the names that the docs give', () => {
  const { exports, files } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string>;
    files: string[];
  };
  for (const name of ['./taxiway.config.schema.json', './report.schema.json']) {
    expect(page).toContain(`taxiway${name.slice(1)}`);
    expect(files).toContain(exports[name].slice(2));
    expect(JSON.parse(readFileSync(exports[name], 'utf8'))).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
    });
  }
});

it('the file of docs/command-line.md is read by each of its commands, and its schema accepts it', () => {
  const text = matchOf(/^```json config\n([^]*?)^```$/m, readFileSync('docs/command-line.md', 'utf8'))[1];
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'taxiway.config.json'), text);
  const { $schema: _, ...sections } = JSON.parse(text) as Record<string, object>;
  for (const [name, settings] of Object.entries(sections))
    expect(readSection(name, { flags: {}, env: {}, folder })?.settings).toEqual(settings);
  expect([fitsSchema(JSON.parse(text)), fitsSchema.errors]).toEqual([true, null]);
});

it('the control section is read by commands that lack one of its settings', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'taxiway.config.json'), '{"control":{"url":"http://127.0.0.1:9","profile":"dp_a"}}');
  const settings = { url: 'http://127.0.0.1:9', profile: 'dp_a' };
  expect(readSection('control', { flags: {}, env: {}, folder })?.settings).toEqual(settings);
});

it.each([
  ['serve', { adminToken: 'an-admin-token-1' }, 'a secret that must not be in this file; set the variable'],
  ['serve', { port: '4011' }, 'port is "4011"; expected a number'],
  ['serve', { port: 70_000 }, 'port is 70000: expected a whole number from 0 to 65535'],
  ['serve', { logFormat: 'pretty' }, 'logFormat is "pretty": expected one of auto, text, json'],
  ['exam', { exitCodes: ['0', '3', '4'] }, 'exitCodes is "0"; expected a number'],
  ['exam', { command: 'node client.js' }, 'command is "node client.js"; expected a non-empty list'],
  ['record', { allowLive: true }, 'which is set for each run: --allow-live'],
  ['judge', { publicKey: 'pk_1' }, 'write credential: { publicKey'],
])('a config file with %s %j is refused, by its schema too', (section, settings, message) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'taxiway.config.json'), JSON.stringify({ [section]: settings }));
  expect(() => readSection(section, { flags: {}, env: {}, folder })).toThrow(message);
  expect(fitsSchema({ [section]: settings })).toBe(false);
});

describe('the credential', () => {
  const file = (folder: string, text = '{"publicKey":"pk_f","secretKey":"sk_from_file","profileCode":"dp_f"}') => {
    writeFileSync(join(folder, 'c.json'), text);
    return join(folder, 'c.json');
  };

  it('comes from a file, and flags or environment variables can replace parts of it', () => {
    const folder = temporaryFolder();
    const config = join(folder, 'x.yaml');
    writeFileSync(config, `verify: { credential: ${file(folder)} }`);
    const credential = (flags: object, env = {}) =>
      commandOf({ flags: { baseUrl: BASE, config, ...flags }, env, folder }).options.credential;
    expect(credential({})).toEqual({ publicKey: 'pk_f', secretKey: 'sk_from_file', profileCode: 'dp_f' });
    expect(
      credential({ profile: 'dp_flag' }, { TAXIWAY_PROFILE_CODE: 'dp_env', TAXIWAY_PUBLIC_KEY: 'pk_env' }),
    ).toEqual({ publicKey: 'pk_env', secretKey: 'sk_from_file', profileCode: 'dp_flag' });
  });

  it.each([
    [
      '{"publicKey":"pk_f","secretKey":"sk_from_file"}',
      'has no profileCode; expected publicKey, secretKey, profileCode',
    ],
    ['{"publicKey":"pk_f","secretKey":"sk_from_file","profile":"dp_f"}', 'has the key "profile"'],
    ['{"publicKey":"pk_f","secretKey":7,"profileCode":"dp_f"}', 'secretKey is not text'],
    ['{"publicKey":"pk_f","secretKey":"${NOT_SET}","profileCode":"dp_f"}', 'needs the environment variable NOT_SET'],
  ])('a file that is no credential is refused without its content: %s', (text, message) => {
    const folder = temporaryFolder();
    const attempt = () => commandOf({ flags: { baseUrl: BASE, credential: file(folder, text) }, env: {}, folder });
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow('sk_from_file');
  });
});

describe('--only', () => {
  const rules = loadRules();

  it('selects a rule, or all rules with a prefix', () => {
    expect(selectRules(['auth.missing-credentials.401'], rules)).toEqual(['auth.missing-credentials.401']);
    const below = selectRules(['flight-order.passengers', 'flight-order.passengers.no-duplicate-ids'], rules);
    expect(below.length).toBeGreaterThan(3);
    expect(new Set(below).size).toBe(below.length);
    expect(below.every((id) => id.startsWith('flight-order.passengers.'))).toBe(true);
  });

  it('refuses an incomplete word, and names the nearest rule', () => {
    expect(() => selectRules(['flight-order.passen'], rules)).toThrow(
      '--only flight-order.passen is not a rule and not the beginning of one; the nearest is flight-order.passengers',
    );
    expect(() => selectRules(['auth.missing-credential.401'], rules)).toThrow(
      'the nearest is auth.missing-credentials.401',
    );
    expect(() => selectRules(['zzzzzzzzzzzz'], rules)).toThrow(/not the beginning of one\. `taxiway rules`/);
  });

  it('explains that a client rule or an unobservable rule is not checked', () => {
    const client = present(
      rules.find(({ bound }) => bound === 'client'),
      'rule of the client',
    );
    const hidden = present(
      rules.find(({ bound, observed }) => bound !== 'client' && observed.startsWith('no:')),
      'rule that cannot be observed',
    );
    expect(() => selectRules([client.id], rules)).toThrow(/selects no check: .* binds the client/);
    expect(() => selectRules([hidden.id], rules)).toThrow(/selects no check: .* cannot be observed/);
  });

  it('names only existing rules in docs/verify.md', () => {
    const names = [...page.matchAll(/--only ([\w.-]+)/g)].map((match) => match[1]).filter((name) => name.includes('.'));
    expect(names.length).toBeGreaterThan(1);
    expect(() => selectRules(names, rules)).not.toThrow();
  });
});

function found(command: ReturnType<typeof read>, key: keyof VerifySettings): unknown {
  const { options } = command;
  if (key === 'timeout') return present(options.timeoutMs, 'timeout') / 1000;
  return key in options ? options[key as 'baseUrl'] : command[key as 'strict'];
}

/** Three values for each setting. */
const VALUES: Partial<Record<keyof VerifySettings, [unknown, unknown, unknown]>> = {
  baseUrl: [BASE, 'https://b.example', 'https://c.example/x'],
  flightsUrl: [BASE, 'https://b.example', 'https://c.example/x'],
  transfersUrl: [BASE, 'https://b.example', 'https://c.example/x'],
  serviceIdHeader: ['X-A', 'X-B', 'X-C'],
  routes: [['MAD-LHR'], ['CDG-FCO', 'MAD-BCN'], ['AGP-FRA']],
  departureDate: ['2027-01-01', '2027-02-28', '2028-02-29'],
  pickup: ['BCN', 'LIS', 'Calle Mayor 1, Madrid'],
  dropoff: ['BCN', 'LIS', 'Calle Mayor 1, Madrid'],
  rate: [1, 2.5, 1000],
  concurrency: [1, 2, 100],
  timeout: [1, 0.5, 3600],
  minCoverage: [1, 99.5, 100],
  only: [['auth'], ['flight-order', 'auth'], ['offer']],
  strict: [true, false, true],
  github: [true, false, true],
};

const BAD: Partial<Record<keyof VerifySettings, string[]>> = {
  baseUrl: ['', 'localhost:4010', 'ftp://x', 'http://x/?a=b'],
  flightsUrl: ['x'],
  transfersUrl: ['/transfers'],
  serviceIdHeader: ['', 'X Id', 'Authorization'],
  routes: ['MADLHR', 'mad-lhr', 'MAD-MAD', ''],
  departureDate: ['2027-02-30', '1.3.2027', '2027-13-01', ''],
  pickup: ['', ' '],
  dropoff: [''],
  rate: ['0', '-1', 'x', '1e3', 'Infinity', '1001', ''],
  concurrency: ['0', '1.5', '101'],
  timeout: ['0', 'PT30S', '3601'],
  only: [''],
  strict: ['yes'],
  allowLive: ['1'],
  jsonFile: ['', '-'],
};
