import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, parseInstant, toIso } from '../../src/base/clock.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { easy, FLIGHT, transferClient } from './transfer-client.ts';

describe('driver and vehicle', () => {
  const sandbox = useSandbox();
  const client = transferClient(sandbox);
  const ask = async (reservationId: string) =>
    (await sandbox.get('/reservations/driver-vehicle', { query: { reservationId } })).body;

  it('appear when they are assigned: first neither, then the vehicle, then both', async () => {
    const { reservationId, pickupDateTime, vehicle } = await client.reserve();
    const pickupAt = parseInstant(pickupDateTime);
    sandbox.clock.set(pickupAt - 24 * HOUR - 1);
    expect(await ask(reservationId)).toEqual({ reservationId, driver: null, vehicle: null, liveMode: false });
    sandbox.clock.advance(1);
    const assigned = await ask(reservationId);
    expect(assigned).toMatchObject({ driver: null, vehicle: { make: expect.any(String), model: expect.any(String) } });
    if (vehicle.make) expect(assigned.vehicle).toMatchObject({ make: vehicle.make, model: vehicle.model });
    sandbox.clock.set(pickupAt - 2 * HOUR - 1);
    expect(await ask(reservationId)).toEqual(assigned);
    sandbox.clock.advance(1);
    expect(await ask(reservationId)).toEqual({
      ...assigned,
      driver: { name: expect.any(String), phoneNumber: expect.stringMatching(/^\+\d+$/), photoURL: null },
    });
  });
});

describe('tracking', () => {
  const sandbox = useSandbox();
  const client = transferClient(sandbox);
  const ask = async (reservationId: string) =>
    (await sandbox.get('/reservations/tracking', { query: { reservationId } })).body;

  it('follows the ride by the clock: each event occurs once, in order, and none in the future', async () => {
    const priced = await client.priced();
    const { reservationId, pickupDateTime, pickup, dropoff } = (await client.book(priced)).reservations[0];
    const pickupAt = parseInstant(pickupDateTime);
    const stages = [
      ['en_route', pickupAt - 30 * MINUTE],
      ['arrived', pickupAt - 5 * MINUTE],
      ['on_board', pickupAt + 5 * MINUTE],
      ['completed', pickupAt + (5 + priced.offer.durationMinutes) * MINUTE],
    ] as const;

    expect(await ask(reservationId)).toEqual({
      reservationId,
      status: 'not_started',
      location: null,
      events: [],
      liveMode: false,
    });
    for (const [i, [status, at]] of stages.entries()) {
      sandbox.clock.set(at - 1);
      expect((await ask(reservationId)).status).toBe(stages[i - 1]?.[0] ?? 'not_started');
      sandbox.clock.advance(1);
      const tracking = await ask(reservationId);
      expect(tracking.status).toBe(status);
      expect(tracking.events).toEqual(
        stages.slice(0, i + 1).map(([s, instant]) => ({ status: s, occurredAt: toIso(instant) })),
      );
      expect(parseInstant(tracking.location.occurredAt)).toBeLessThanOrEqual(at);
      if (status === 'arrived')
        expect(tracking.location).toMatchObject({ latitude: pickup.latitude, longitude: pickup.longitude });
      if (status === 'completed')
        expect(tracking.location).toMatchObject({ latitude: dropoff.latitude, longitude: dropoff.longitude });
    }
  });

  it('constantly approaches the dropoff while the traveller is on board', async () => {
    const { reservationId, pickupDateTime, dropoff } = await client.reserve(
      easy,
      {},
      { pickupDateTime: '2027-05-01T10:00:00' },
    );
    sandbox.clock.set(parseInstant(pickupDateTime) + 5 * MINUTE);
    let before = Infinity;
    for (let i = 0; i < 8; i++) {
      const { location } = await ask(reservationId);
      const left = Math.hypot(location.latitude - dropoff.latitude, location.longitude - dropoff.longitude);
      expect(left).toBeLessThan(before);
      expect(parseInstant(location.occurredAt)).toBeLessThanOrEqual(sandbox.clock.now());
      before = left;
      sandbox.clock.advance(2 * MINUTE + 345);
    }
  });
});

describe('a ride operation', () => {
  const sandbox = useSandbox();
  const client = transferClient(sandbox);
  const paths = ['/reservations/driver-vehicle', '/reservations/tracking'];

  it('is refused if the company does not support it', async () => {
    const silent = await client.reserve((offer) => !offer.supportsTracking && !offer.supportsDriverAndVehicle, {
      flight: FLIGHT,
    });
    const query = { reservationId: silent.reservationId };
    expectRefusal(await sandbox.get('/reservations/driver-vehicle', { query }), 'driver_not_supported');
    expectRefusal(await sandbox.get('/reservations/tracking', { query }), 'tracking_not_supported');
  });

  it.each(paths)('%s is refused for an unknown or foreign reservation', async (path) => {
    const { reservationId } = await client.reserve();
    const keys = await sandbox.sandbox.addProfile();
    expectRefusal(await sandbox.get(path, { query: { reservationId: '0'.repeat(32) } }), 'reservation_not_found');
    expectRefusal(await sandbox.get(path, { query: { reservationId }, keys }), 'reservation_not_found');
    expectRefusal(await sandbox.get(path), 'invalid_request');
  });

  it('is refused for a cancelled reservation', async () => {
    const { reservationId, pickupDateTime } = await client.reserve();
    await sandbox.post('/reservations/cancel', { reservationId });
    sandbox.clock.set(parseInstant(pickupDateTime));
    const query = { reservationId };
    expect((await sandbox.get('/reservations/driver-vehicle', { query })).body).toMatchObject({
      driver: null,
      vehicle: null,
    });
    expect((await sandbox.get('/reservations/tracking', { query })).body).toMatchObject({
      status: 'not_started',
      location: null,
      events: [],
    });
  });
});

describe('a ride booked within the last minutes', () => {
  const sandbox = useSandbox({ transferLeadMinutes: 0 });
  const client = transferClient(sandbox);

  it('has no event before its booking', async () => {
    const { reservationId, createdAt } = await client.reserve(easy, {}, { pickupDateTime: '2027-01-10T13:10:00' });
    const { status, events } = (await sandbox.get('/reservations/tracking', { query: { reservationId } })).body;
    expect(status).toBe('en_route');
    expect(events).toEqual([{ status: 'en_route', occurredAt: createdAt }]);
  });

  it('has no event before its booking when an action advances it', async () => {
    const { reservationId, createdAt } = await client.reserve();
    const path = `/_sandbox/profiles/${sandbox.sandbox.demoKeys.profileCode}/resources/${reservationId}/actions`;
    for (let i = 0; i < 4; i++) expect((await sandbox.post(path, { action: 'advance-ride' })).status).toBe(200);
    const { events } = (await sandbox.get('/reservations/tracking', { query: { reservationId } })).body;
    expect(events.length).toBeGreaterThan(1);
    for (const { occurredAt } of events) expect(occurredAt >= createdAt).toBe(true);
  });
});
