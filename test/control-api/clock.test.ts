import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/base/clock.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import type { ClockedProfile } from './clocked-profile.ts';
import { after, clockedProfile } from './clocked-profile.ts';

const server = useSandbox();
let mine: ClockedProfile;
beforeEach(async () => {
  mine = await clockedProfile(server);
});
const serviceNow = () => new Date(server.clock.now()).toISOString();

describe('the clock of a profile', () => {
  it('follows the service clock at first', async () => {
    expect((await mine.clock()).body).toEqual({ now: serviceNow(), mode: 'service', liveMode: false });
  });

  it('stops when it is frozen, at the current or a later instant', async () => {
    const frozenAt = serviceNow();
    expect((await mine.freeze()).body).toEqual({
      now: frozenAt,
      mode: 'frozen',
      due: [],
      dueTotal: 0,
      liveMode: false,
    });
    server.clock.advance(MINUTE);
    expect((await mine.clock()).body).toEqual({ now: frozenAt, mode: 'frozen', liveMode: false });
    expect((await mine.freeze('2030-06-01T00:00:00+02:00')).body).toMatchObject({
      now: '2030-05-31T22:00:00.000Z',
      mode: 'frozen',
    });
  });

  it("runs at the speed of the service's clock from the requested instant", async () => {
    const later = after(serviceNow(), 90 * MINUTE);
    expect((await mine.run(later)).body).toMatchObject({ now: later, mode: 'running', aheadOfService: 'PT1H30M' });
    server.clock.advance(MINUTE);
    expect((await mine.clock()).body).toMatchObject({
      now: after(later, MINUTE),
      mode: 'running',
      aheadOfService: 'PT1H30M',
    });
  });

  it('a clock that was frozen continues from its instant, behind the service', async () => {
    const { now } = (await mine.freeze()).body;
    server.clock.advance(MINUTE);
    expect((await mine.run()).body).toMatchObject({ now, mode: 'running', aheadOfService: '-PT1M' });
  });

  it('stays frozen or running when it is advanced', async () => {
    const { now } = (await mine.freeze()).body;
    expect((await mine.advance('PT21M')).body).toMatchObject({ now: after(now, 21 * MINUTE), mode: 'frozen' });
    const other = await clockedProfile(server);
    expect((await other.advance('P1DT0.5S')).body).toMatchObject({
      now: after(serviceNow(), 86_400_500),
      mode: 'running',
      aheadOfService: 'P1DT0.5S',
    });
    expect((await other.advance('PT0S')).body).toMatchObject({
      now: after(serviceNow(), 86_400_500),
      due: [],
      dueTotal: 0,
    });
  });

  it('never goes back while the profile has records', async () => {
    await mine.transfers.search();
    const { now } = (await mine.freeze('2028-01-01T00:00:00Z')).body;
    for (const response of [await mine.freeze('2027-12-31T23:59:59.999Z'), await mine.run('2027-01-01T00:00:00Z')]) {
      expect(response.body).toMatchObject({
        statusCode: 409,
        code: 'clock_cannot_go_back',
        details: [{ path: '/now' }],
      });
      expect(response.body.message[0]).toContain(now);
    }
    expect((await mine.freeze(now)).status).toBe(200);
    expect((await mine.clock()).body.now).toBe(now);
  });

  it('accepts any instant, even a past one, while the profile has no records', async () => {
    expect((await mine.freeze('2020-02-29T12:00:00Z')).body).toMatchObject({ now: '2020-02-29T12:00:00.000Z' });
    expect((await mine.run('2019-01-01T00:00:00Z')).body).toMatchObject({ mode: 'running' });
    await mine.transfers.search({ pickupDateTime: '2019-03-01T11:30:00' });
    expect((await mine.freeze('2018-01-01T00:00:00Z')).body.code).toBe('clock_cannot_go_back');
    await mine.call('post', 'reset');
    const tooFar = await mine.freeze('1999-12-31T23:59:59Z');
    expect(tooFar.body.code).toBe('clock_too_far');
  });

  it('follows the service clock again, unless that would move it back', async () => {
    const service = () => mine.call('put', 'clock', { mode: 'service' });
    await mine.freeze();
    server.clock.advance(MINUTE);
    expect((await service()).body).toMatchObject({ now: serviceNow(), mode: 'service' });
    await mine.transfers.search();
    await mine.advance('PT1H');
    const refused = await service();
    expect(refused.body).toMatchObject({ code: 'clock_cannot_go_back', details: [{ path: '/mode' }] });
    expect((await mine.call('put', 'clock', { mode: 'service', now: serviceNow() })).body.code).toBe('not_combinable');
  });

  it('adds two concurrent advances', async () => {
    const { now } = (await mine.freeze()).body;
    const responses = await Promise.all(Array.from({ length: 12 }, () => mine.advance('PT1M')));
    expect(responses.map(({ body }) => body.now).sort()).toEqual(responses.map((_, i) => after(now, (i + 1) * MINUTE)));
    expect((await mine.clock()).body.now).toBe(after(now, 12 * MINUTE));
  });

  it.each([
    ['put', 'clock', {}],
    ['put', 'clock', { mode: 'frozen', now: '2028-02-30T00:00:00Z' }],
    ['put', 'clock', { mode: 'frozen', now: '2028-02-03' }],
    ['put', 'clock', { mode: 'frozen', now: 1 }],
    ['put', 'clock', { mode: 'frozen', now: '2028-02-03T10:00:00' }],
    ['put', 'clock', { mode: 'frozen', now: '9999-12-31T00:00:00Z' }],
    ['put', 'clock', { mode: 'frozen', at: NOW }],
    ['put', 'clock', JSON.parse('{"mode":"frozen","__proto__":{"now":1}}')],
    ['post', 'clock/advance', {}],
    ['post', 'clock/advance', { by: '21' }],
    ['post', 'clock/advance', { by: 'P1M' }],
    ['post', 'clock/advance', { by: '-PT1M' }],
    ['post', 'clock/advance', { by: 'P367D' }],
    ['post', 'clock/advance', { by: 60 }],
    ['post', 'clock/advance', { by: 'PT1M', at: NOW }],
    ['post', 'clock/advance', []],
  ] as const)('is unchanged by %s %s %j', async (method, path, body) => {
    const before = (await mine.clock()).body;
    const response = await mine.call(method, path, body);
    expect([response.status, response.body.code]).toEqual([
      400,
      expect.stringMatching(/^(invalid_request|non_whitelisted_field|clock_too_far)$/),
    ]);
    expect((await mine.clock()).body).toEqual(before);
  });

  it('does not go beyond the year 9999', async () => {
    await mine.freeze('9989-12-31T00:00:00Z');
    expectRefusal(await mine.advance('P366D'), 'clock_too_far', '/by');
    expect(await mine.flights.search().catch((error: Error) => error.message)).toMatch(/departure_in_past/);
  });

  it('does not affect other profiles', async () => {
    const other = await clockedProfile(server);
    const before = (await other.clock()).body;
    await mine.freeze('2031-01-01T00:00:00Z');
    await mine.advance('P100D');
    expect((await other.clock()).body).toEqual(before);
    expect((await other.transfers.search()).createdAt).toBe(serviceNow());
    expect((await server.get(`/_sandbox/profiles/${mine.keys.profileCode}/clock`, { keys: other.keys })).status).toBe(
      403,
    );
    expect(
      (
        await server.post(
          `/_sandbox/profiles/${mine.keys.profileCode}/clock/advance`,
          { by: 'PT1M' },
          { keys: other.keys },
        )
      ).status,
    ).toBe(403);
  });

  it('sets the Date header of responses', async () => {
    const { now } = (await mine.freeze('2027-02-01T08:00:00.250Z')).body;
    const response = await server.post(
      '/search',
      {
        pickup: { iataCode: 'MAD' },
        dropoff: { address: 'Calle de Alcalá 42, Madrid' },
        pickupDateTime: '2027-03-15T11:30:00',
        passengers: 2,
      },
      { keys: mine.keys },
    );
    expect(response.headers['date']).toBe('Mon, 01 Feb 2027 08:00:00 GMT');
    expect(response.body).toMatchObject({ createdAt: now, expiresAt: after(now, 15 * MINUTE) });
    expect((await mine.clock()).headers['date']).toBe('Mon, 01 Feb 2027 08:00:00 GMT');
  });

  it('decides which departures and pickups lie in the past', async () => {
    await mine.freeze('2027-03-16T12:00:00Z');
    const flights = await server.post(
      '/v1/flights/search',
      {
        slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
        passengers: [{ type: 'adult' }],
        cabin_class: 'economy',
      },
      { keys: mine.keys },
    );
    expectRefusal(flights, 'departure_in_past', '/slices/0/departure_date');
    const transfers = await server.post(
      '/search',
      {
        pickup: { iataCode: 'MAD' },
        dropoff: { address: 'Calle de Alcalá 42, Madrid' },
        pickupDateTime: '2027-03-15T11:30:00',
        passengers: 2,
      },
      { keys: mine.keys },
    );
    expectRefusal(transfers, 'pickup_in_past', '/pickupDateTime');
  });
});
