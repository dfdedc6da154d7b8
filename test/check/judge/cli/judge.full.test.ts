import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeSettings } from '../../../../src/config/judge-settings.ts';
import { shownFlag } from '../../../../src/config/setting.ts';
import type { Outcome } from '../../../cli/taxiway.ts';
import { runTaxiway } from '../../../cli/taxiway.ts';
import { temporaryFolder } from '../../../support/temporary-file.ts';
import { book, harOf, RULE } from '../support/recordings.ts';

const CHROMIUM = 'test/check/judge/recordings/chromium.har';
const MITMPROXY = 'test/check/judge/recordings/mitmproxy.har';
const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

/** A sandbox that has no journal for anybody but the holder of these credentials. */
const sandbox = createServer((req, res) => {
  const { authorization, 'x-service-id': serviceId } = req.headers;
  const isOwn = authorization === 'Bearer sk_sandbox_taxiway_demo' && serviceId === 'pk_sandbox_taxiway:dp_a';
  const isAdmin = authorization === 'Bearer admin-token-of-the-test';
  if (req.url !== '/_sandbox/profiles/dp_a/journal.ndjson' || !(isOwn || isAdmin))
    return void res.writeHead(403).end('{"code":"foreign_profile"}');
  const message = { headers: [], encoding: 'utf-8', bodyBytes: 9, cut: false };
  const line = (sequence: number) => ({
    sequence,
    exchangeId: `req_${sequence}`,
    at: 1_800_000_000_000,
    method: 'POST',
    path: '/book',
    status: 200,
    ending: 'answered',
    request: { ...message, body: '{"pricingToken":"pt_1"}' },
    response: { ...message, body: '{"status":"pending"}' },
  });
  const header = { taxiway: 'journal', profileCode: 'dp_a', gap: null };
  res.setHeader('Content-Type', 'application/x-ndjson; charset=utf-8');
  res.end([header, line(1), line(2)].map((one) => JSON.stringify(one)).join('\n'));
});

let outcomes: Record<string, Outcome>;
beforeAll(async () => {
  await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`;
  writeFileSync(at('empty.har'), '');
  writeFileSync(at('cut.har'), readFileSync(CHROMIUM).subarray(0, 20_000));
  writeFileSync(at('none.har'), harOf([]));
  writeFileSync(at('other.har'), harOf([{ url: 'https://other.example.com/\u001b[31m' }]));
  writeFileSync(at('two.har'), harOf([book(), book({ url: 'https://b.example.com/book' })]));
  writeFileSync(at('baseline.json'), '{"version":1,"failures":[{"contract":"x","rule":"y"}]}');
  const known = JSON.stringify({
    version: 1,
    failures: [{ rule: RULE, check: 'a pending booking is not sent again' }],
  });
  writeFileSync(at('known.json'), known);
  symlinkSync(join(process.cwd(), CHROMIUM), at('link.har'));
  const keys = { TAXIWAY_PUBLIC_KEY: 'pk_sandbox_taxiway', TAXIWAY_SECRET_KEY: 'sk_sandbox_taxiway_demo' };
  const files = ['--json-file', at('deep/r.json'), '--junit', at('r.xml'), '--html', at('r.html')];
  const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: at('summary.md') };
  const commands: Record<string, [args: string[], env?: Record<string, string>]> = {
    help: [['--help'], { COLUMNS: '500' }],
    kept: [[MITMPROXY]],
    broken: [[at('link.har'), ...files, '--write-baseline', at('b.json')], github],
    known: [[CHROMIUM, '--baseline', at('known.json')]],
    only: [[MITMPROXY, '--only', RULE, '--quiet']],
    sandbox: [[url, '--profile', 'dp_a', '--quiet'], keys],
    admin: [[url, '--profile', 'dp_a', '--admin-token', 'admin-token-of-the-test', '--quiet']],
    refused: [[url, '--profile', 'dp_a']],
    noProfile: [[url]],
    unreachable: [['http://127.0.0.1:1', '--profile', 'dp_a']],
    missing: [[at('nowhere.har')]],
    folder: [[folder]],
    empty: [[at('empty.har')]],
    cut: [[at('cut.har')]],
    none: [[at('none.har')]],
    other: [[at('other.har')]],
    two: [[at('two.har')]],
    stdin: [['-']],
    foreignBaseline: [[CHROMIUM, '--baseline', at('baseline.json')]],
    serviceRule: [[CHROMIUM, '--only', 'errors']],
    noSource: [[]],
  };
  const entries = Object.entries(commands).map(
    async ([name, [args, env]]) => [name, await runTaxiway(['judge', ...args], env)] as const,
  );
  outcomes = Object.fromEntries(await Promise.all(entries));
}, 60_000);
afterAll(() => sandbox.close());

it('judge --help lists every setting with its flag, its variable and its default', () => {
  const text = outcomes['help']?.stdout.replace(/\s+/g, ' ');
  for (const setting of judgeSettings)
    for (const part of [shownFlag(setting), setting.env, setting.byDefault, setting.description])
      if (part) expect(text).toContain(part);
});

describe('the exit code', () => {
  it('is 0 if the rules are kept, and standard error is silent', () => {
    expect(outcomes['kept']).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/\nKEPT\n\d+ rules: /),
    });
  });

  it('is 1 if a rule is broken, and every report is written, also through a link', () => {
    const { code, stdout } = outcomes['broken'] ?? {};
    expect([code, stdout]).toEqual([1, expect.stringContaining(`BROKEN ${RULE}`)]);
    expect(stdout).toMatch(/^::stop-commands::(\w+)\n[^]*\n::\1::\n::error title=transfer\.booking/);
    const texts = ['deep/r.json', 'r.xml', 'r.html', 'summary.md', 'b.json'].map((name) =>
      readFileSync(at(name), 'utf8'),
    );
    for (const text of texts) expect(text).toContain(RULE);
    for (const text of [stdout, ...texts]) expect(text).not.toMatch(/sk_sandbox_taxiway_demo/);
    expect(JSON.parse(readFileSync(at('b.json'), 'utf8'))).toEqual(JSON.parse(readFileSync(at('known.json'), 'utf8')));
  });

  it('is 0 if the baseline lists all broken rules', () => {
    expect(outcomes['known']).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\nKEPT, with 1 known rule\n/),
    });
  });

  it('--only takes a rule', () => {
    expect(outcomes['only']).toMatchObject({ code: 0, stdout: expect.stringMatching(/^KEPT\n1 rule: 1 kept; /) });
  });

  it.each([
    ['refused', /with 403: \{"code":"foreign_profile"\}/],
    ['noProfile', /the journal of which profile\? Pass --profile dp_…/],
    ['unreachable', /no response from \S+ \(.*\); start a sandbox with `taxiway serve`/],
    ['missing', /nowhere\.har cannot be judged: there is no such file .*; `taxiway journal --export .*` writes/],
    ['folder', /it is a folder; name a file in it/],
    ['empty', /empty\.har cannot be judged: it is empty/],
    ['cut', /cut\.har cannot be judged: it breaks off in the middle of entry \d/],
    ['two', /both look like the service; select one with --origin/],
    ['stdin', /- cannot be judged: it is empty/],
    ['foreignBaseline', /its failure 1 is not a check and one of rule, assumption/],
    ['serviceRule', /--only errors selects no check: .* binds the service, not the client/],
    ['noSource', /missing required argument 'source'/],
  ])('is 2, with a line that says what to do: %s', (name, message) => {
    const { code, stdout, stderr } = outcomes[name] ?? {};
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at |admin-token-of/);
  });

  it.each([
    ['none', /\nERROR: the recording has no calls\n/],
    ['other', /\nERROR: none of its 1 call went to the service/],
  ])('is 2 for a recording in which nothing was judged: %s', (name, message) => {
    expect(outcomes[name]).toMatchObject({ code: 2, stdout: expect.stringMatching(message) });
  });
});

describe('a running sandbox', () => {
  it.each(['sandbox', 'admin'])('provides the journal of a profile: %s', (name) => {
    expect(outcomes[name]).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^BROKEN[^]*; 2 exchanges, 1 profile, /),
    });
  });
});
