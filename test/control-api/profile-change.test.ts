import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import type { ClockedProfile } from './clocked-profile.ts';
import { clockedProfile } from './clocked-profile.ts';

const server = useSandbox();
let mine: ClockedProfile;
beforeEach(async () => {
  mine = await clockedProfile(server);
});

const change = (body: object) =>
  request(server.baseUrl)
    .patch(`/_sandbox/profiles/${mine.keys.profileCode}`)
    .set(server.sandbox.headers(mine.keys))
    .send(body);

describe('PATCH …/profiles/{profileCode}', () => {
  it('changes the name or margin of a profile, and nothing else', async () => {
    expect((await change({ name: 'سارة 🚀' })).body.profile).toMatchObject({ name: 'سارة 🚀', marginPercent: 5 });
    const [before] = await mine.flights.search();
    const { body } = await change({ marginPercent: 50 });
    expect(body.profile).toMatchObject({ name: 'سارة 🚀', marginPercent: 50 });
    const [after] = await mine.flights.search();
    expect(after?.totalAmount).toBeGreaterThan(before?.totalAmount ?? Infinity);
    const known = await mine.resource(before?.offerId ?? '');
    expect(known.totalAmount).toBe(before?.totalAmount);
  });

  it.each([{}, { name: '' }, { marginPercent: -1 }, { marginPercent: '5' }, { profileCode: 'dp_mine' }])(
    'refuses %j',
    async (body) => {
      expect((await change(body)).status).toBe(400);
    },
  );
});

describe('GET /_sandbox/version and /_sandbox/settings', () => {
  it('state the version', async () => {
    const { body } = await request(server.baseUrl).get('/_sandbox/version');
    expect(body).toEqual({
      taxiway: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      liveMode: false,
    });
  });

  it('show the settings to the admin', async () => {
    const { body } = await request(server.baseUrl).get('/_sandbox/settings');
    const seed = body.settings.find(({ name }: { name: string }) => name === 'seed');
    expect(seed).toMatchObject({ flag: '--seed <text>', variable: 'TAXIWAY_SEED', value: null, isSet: true });
    const log = body.settings.find(({ name }: { name: string }) => name === 'log');
    expect(log.value).toBe('silent');
    expect((await mine.call('get', '../../settings')).status).toBe(404);
  });
});

describe('secrets among the settings', () => {
  const guarded = useSandbox({ adminToken: 'a-token-of-enough-characters-123456' });

  it('are never shown', async () => {
    const ask = (headers: Record<string, string>) => request(guarded.baseUrl).get('/_sandbox/settings').set(headers);
    expect((await ask({})).status).toBe(401);
    expect((await ask(guarded.sandbox.headers())).status).toBe(403);
    const { body, text } = await ask({ Authorization: 'Bearer a-token-of-enough-characters-123456' });
    expect(text).not.toContain('a-token-of-enough-characters');
    const token = body.settings.find(({ name }: { name: string }) => name === 'adminToken');
    expect(token).toMatchObject({ value: null, isSet: true });
  });
});
