import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Taxiway } from '../cli/taxiway.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { ADMIN, ADMIN_TOKEN, control, expectRefused, headersOf } from './control-client.ts';

/** A sandbox that other machines can reach. */
let taxiway: Taxiway;
/** On this machine's own address. */
let baseUrl: string;

beforeAll(async () => {
  taxiway = await serveTaxiway(['--host', '0.0.0.0', '--no-demo-credentials', '--log', 'debug'], {
    TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN,
  });
  baseUrl = taxiway.baseUrl.replace('0.0.0.0', '127.0.0.1');
});

describe('serve on a public address', () => {
  it('prints no key pair, and a curl line that creates one that works', () => {
    expect(taxiway.baseUrl).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
    expect(taxiway.banner).not.toMatch(/sk_sandbox|pk_sandbox|dp_/);
    const [line = ''] =
      /^ {2}curl .*\/_sandbox\/profiles -H "Authorization: Bearer \$TAXIWAY_ADMIN_TOKEN"$/m.exec(taxiway.banner) ?? [];
    const { credential } = JSON.parse(
      execFileSync('sh', ['-c', line.replace('0.0.0.0', '127.0.0.1')], {
        encoding: 'utf8',
        env: { ...process.env, TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN },
      }),
    );
    const [search = ''] = /^ {2}curl [^]*?'$/m.exec(taxiway.banner.slice(taxiway.banner.indexOf('Try it'))) ?? [];
    const filled = search.replace('0.0.0.0', '127.0.0.1').replace(/<(\w+)>/g, (_, name) => credential[name]);
    expect(JSON.parse(execFileSync('sh', ['-c', filled], { encoding: 'utf8' })).offers.length).toBeGreaterThan(0);
  });

  it('accepts the admin token, but not the demo credentials', async () => {
    expect((await control(baseUrl, 'GET', '/profiles', { headers: ADMIN })).status).toBe(200);
    expectRefused(await control(baseUrl, 'GET', '/profiles'), [401, 'admin_token_required']);
    const demo = headersOf({
      secretKey: 'sk_sandbox_taxiway_demo',
      publicKey: 'pk_sandbox_taxiway',
      profileCode: 'dp_taxiway00001',
    });
    const { status } = await sendRaw(baseUrl, {
      method: 'POST',
      path: '/v1/flights/search',
      headers: { ...demo, 'Content-Type': 'application/json' },
      body: JSON.stringify(FLIGHT_SEARCH),
    });
    expect(status).toBe(403);
  });

  it('never prints or logs the token, or a secret that it made', async () => {
    const { credential } = (await control(baseUrl, 'POST', '/profiles', { headers: ADMIN, body: { name: 'Logged' } }))
      .body;
    await control(baseUrl, 'GET', `/profiles/${credential.profileCode}`, { headers: headersOf(credential) });
    await control(baseUrl, 'GET', `/profiles?after=${ADMIN_TOKEN}`, { headers: ADMIN });
    await control(baseUrl, 'GET', `/profiles/${credential.secretKey}`, { headers: ADMIN });
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
    const lines = taxiway
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/_sandbox/profiles', operation: 'createProfile', status: 201 }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ operation: 'getProfile', profile: credential.profileCode, status: 200 }),
    );
    expect(taxiway.stdout() + taxiway.stderr()).not.toMatch(
      new RegExp(`${ADMIN_TOKEN}|${credential.secretKey}|Bearer (?![<$])`),
    );
  });
});
