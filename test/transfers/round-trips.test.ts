import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, parseInstant, toIso } from '../../src/base/clock.ts';
import type { Reservation, TransferOffer } from '../../src/interface/api.ts';
import type { ClockedProfile } from '../control-api/clocked-profile.ts';
import { clockedProfile, RIDE_EVENTS } from '../control-api/clocked-profile.ts';
import type { Body } from '../support/body.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import type { TransferClient } from './transfer-client.ts';
import { changeRequest, easy, expectFailed, FLIGHT } from './transfer-client.ts';

/** Out on the fifteenth, back on the twentieth. */
const ROUND_TRIP = { mode: 'round_trip', returnPickupDateTime: '2027-03-20T18:00:00' } as const;
const server = useSandbox();
let mine: ClockedProfile;
let client: TransferClient;
beforeEach(async () => {
  mine = await clockedProfile(server);
  client = mine.transfers;
});

const post = (path: string, body: object) => server.post(path, body, { keys: mine.keys });
const read = async (path: string, reservationId: string, scenario?: string) =>
  (await server.get(path, { keys: mine.keys, query: { reservationId }, ...(scenario && { scenario }) })).body;
const driverOf = (reservationId: string) => read('/reservations/driver-vehicle', reservationId);
const trackingOf = (reservationId: string, scenario?: string) =>
  read('/reservations/tracking', reservationId, scenario);
const reserve = (wanted: (offer: TransferOffer) => boolean = easy) => client.reserve(wanted, {}, ROUND_TRIP);
const cancel = (reservationId: string) => post('/reservations/cancel', { reservationId });
const LATER = { returnPickupDateTime: '2027-03-21T18:00:00' };
const searchChange = (reservationId: string, fields: object = LATER) =>
  post('/reservations/changes/search', { reservationId, ...fields });
const pickups = ({ pickupDateTime, returnPickupDateTime }: Reservation) => ({
  outAt: parseInstant(pickupDateTime),
  backAt: parseInstant(present(returnPickupDateTime)),
});
const twoTiers = (offer: TransferOffer) => easy(offer) && offer.cancellation.tiers.length === 2;

/** Sets the clock of the profile. */
const at = (instant: number) => mine.freeze(toIso(instant));

/** Reads one millisecond before an instant, and at it. */
async function around<Shown>(instant: number, look: () => Promise<Shown>): Promise<[Shown, Shown]> {
  await at(instant - 1);
  const before = await look();
  await at(instant);
  return [before, await look()];
}

describe('each ride of a round trip', () => {
  it('has its own driver and vehicle: those of the outbound ride until an hour after its arrival', async () => {
    const priced = await client.priced(easy, ROUND_TRIP);
    const reservation = (await client.book(priced)).reservations[0];
    const { reservationId } = reservation;
    const { outAt, backAt } = pickups(reservation);
    await at(outAt - 2 * HOUR);
    const outbound = await driverOf(reservationId);
    expect(outbound).toMatchObject({ driver: expect.any(Object), vehicle: expect.any(Object) });

    const arrivedAt = outAt + (5 + priced.offer.durationMinutes) * MINUTE;
    const none = { reservationId, driver: null, vehicle: null, liveMode: false };
    expect(await around(arrivedAt + HOUR, () => driverOf(reservationId))).toEqual([outbound, none]);
    const [before, vehicleOnly] = await around(backAt - 24 * HOUR, () => driverOf(reservationId));
    expect(before).toEqual(none);
    expect(vehicleOnly).toMatchObject({ driver: null, vehicle: expect.any(Object) });
    const [without, back] = await around(backAt - 2 * HOUR, () => driverOf(reservationId));
    expect(without).toEqual(vehicleOnly);
    expect(back).toMatchObject({ driver: expect.any(Object), vehicle: vehicleOnly.vehicle });
    expect(back.driver).not.toEqual(outbound.driver);
    expect(back.vehicle.licensePlate).not.toBe(outbound.vehicle.licensePlate);
    await at(backAt + 10 * DAY);
    expect(await driverOf(reservationId)).toEqual(back);
  });

  it('has its own stages, from where it begins to where it ends', async () => {
    const priced = await client.priced(easy, ROUND_TRIP);
    const reservation = (await client.book(priced)).reservations[0];
    const { reservationId, pickup, dropoff } = reservation;
    const { outAt, backAt } = pickups(reservation);
    const minutes = priced.offer.durationMinutes;
    const stagesOf = (pickupAt: number) =>
      [
        ['en_route', pickupAt - 30 * MINUTE],
        ['arrived', pickupAt - 5 * MINUTE],
        ['on_board', pickupAt + 5 * MINUTE],
        ['completed', pickupAt + (5 + minutes) * MINUTE],
      ] as const;
    for (const [pickupAt, start, end] of [
      [outAt, pickup, dropoff],
      [backAt, dropoff, pickup],
    ] as const) {
      const stages = stagesOf(pickupAt);
      for (const [i, [status, stageAt]] of stages.entries()) {
        const [before, tracking] = await around(stageAt, () => trackingOf(reservationId));
        expect(before.status).toBe(stages[i - 1]?.[0] ?? 'not_started');
        expect(tracking.status).toBe(status);
        expect(tracking.events).toEqual(
          stages.slice(0, i + 1).map(([name, instant]) => ({ status: name, occurredAt: toIso(instant) })),
        );
        const place = { arrived: start, completed: end }[status as string];
        if (place) expect(tracking.location).toMatchObject({ latitude: place.latitude, longitude: place.longitude });
      }
      const shownUntil = pickupAt + (65 + minutes) * MINUTE;
      const [last, next] = await around(shownUntil, () => trackingOf(reservationId));
      expect([last.status, next.status]).toEqual(['completed', pickupAt === outAt ? 'not_started' : 'completed']);
    }
  });

  it('is shown from the departure of its driver within that hour, never before the other arrives', async () => {
    const { search, offer, pricing } = await client.priced(easy, {
      ...ROUND_TRIP,
      returnPickupDateTime: '2027-03-15T13:00:00',
    });
    const reservation = (await client.book({ search, offer, pricing })).reservations[0];
    const { outAt, backAt } = pickups(reservation);
    const arrivedAt = outAt + (5 + offer.durationMinutes) * MINUTE;
    expect(backAt - 30 * MINUTE).toBeGreaterThan(arrivedAt);
    expect(backAt - 30 * MINUTE).toBeLessThan(arrivedAt + HOUR);
    const [before, then] = await around(backAt - 30 * MINUTE, () => trackingOf(reservation.reservationId));
    expect([before.status, then.status]).toEqual(['completed', 'en_route']);
    const overlapping = {
      ...ROUND_TRIP,
      pickupDateTime: '2027-03-16T11:30:00',
      returnPickupDateTime: '2027-03-16T11:31:00',
    };
    const other = await client.reserve(easy, {}, overlapping);
    const times = pickups(other);
    const [riding, arrived] = await around(times.outAt + (5 + offer.durationMinutes) * MINUTE, () =>
      trackingOf(other.reservationId),
    );
    expect(riding.events[0].occurredAt).toBe(toIso(times.outAt - 30 * MINUTE));
    expect(arrived.events[0].occurredAt).toBe(toIso(times.backAt - 30 * MINUTE));
  });

  it('has its own no-show', async () => {
    const reservation = await reserve();
    const { reservationId } = reservation;
    await at(pickups(reservation).backAt + HOUR);
    const shown = await trackingOf(reservationId, 'no-show');
    expect(shown.status).toBe('arrived');
    expect(shown.events[0].occurredAt).toBe(toIso(pickups(reservation).backAt - 30 * MINUTE));
  });
});

describe('the cancellation of a round trip', () => {
  it('refunds each ride by its own notice, and a ride in the past not at all', async () => {
    const reservations = [];
    for (let i = 0; i < 10; i++) reservations.push(await reserve(twoTiers));
    const [long, short] = reservations[0].cancellation.tiers;
    const { outAt, backAt } = pickups(reservations[0]);
    const steps = [
      [outAt - long.noticeHours * HOUR, long.refundPercent],
      [outAt - long.noticeHours * HOUR + 1, (long.refundPercent + short.refundPercent) / 2],
      [outAt - short.noticeHours * HOUR + 1, long.refundPercent / 2],
      [outAt, long.refundPercent / 2],
      [backAt - long.noticeHours * HOUR, long.refundPercent / 2],
      [backAt - long.noticeHours * HOUR + 1, short.refundPercent / 2],
      [backAt - short.noticeHours * HOUR, short.refundPercent / 2],
      [backAt - short.noticeHours * HOUR + 1, 0],
      [backAt - 1, 0],
    ] as const;
    for (const [i, [instant, percent]] of steps.entries()) {
      const { reservationId, totalAmount } = reservations[i];
      await at(instant);
      const { body } = await cancel(reservationId);
      expect([i, body.refundPercent]).toEqual([i, percent]);
      expect(body.refundAmount).toBe(Math.round(totalAmount * percent) / 100);
    }
    await at(backAt);
    expectRefusal(
      await cancel(present(reservations.at(-1)).reservationId),
      'reservation_not_cancellable',
      '/reservationId',
    );
  });

  it('refunds parts of a percent, so that amount and percent agree', async () => {
    const wanted = ({ cancellation }: TransferOffer) => cancellation.tiers.some((tier) => tier.refundPercent === 25);
    const names = { extraPassengers: [{ firstName: 'Charles', lastName: 'Babbage' }] };
    const reservation = await client.reserve(wanted, { flight: FLIGHT, ...names }, ROUND_TRIP);
    await at(pickups(reservation).backAt - 24 * HOUR);
    const { body } = await cancel(reservation.reservationId);
    expect(body.refundPercent).toBe(12.5);
    expect(body.refundAmount).toBe(Math.round(reservation.totalAmount * 12.5) / 100);
  });

  it('between the rides ends the return, and leaves the outbound ride unchanged', async () => {
    const reservation = await reserve();
    const { reservationId } = reservation;
    const { outAt, backAt } = pickups(reservation);
    await at(outAt);
    const driven = await driverOf(reservationId);
    expect(driven.driver).not.toBeNull();
    expect((await cancel(reservationId)).body).toMatchObject({ state: 'cancelled', cancelledAt: toIso(outAt) });
    expect(await client.readReservation(reservationId)).toMatchObject({ state: 'cancelled' });
    await at(outAt + 6 * MINUTE);
    expect((await trackingOf(reservationId)).status).toBe('on_board');
    await at(backAt + HOUR);
    expect(await driverOf(reservationId)).toEqual(driven);
    expect((await trackingOf(reservationId)).events[0].occurredAt).toBe(toIso(outAt - 30 * MINUTE));
    expectRefusal(await cancel(reservationId), 'reservation_already_cancelled');
  });

  it('is made once if two are sent between the rides', async () => {
    const reservation = await reserve();
    await at(pickups(reservation).outAt + DAY);
    const responses = await Promise.all(Array.from({ length: 8 }, () => cancel(reservation.reservationId)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    for (const refused of responses.filter(({ status }) => status === 400))
      expectRefusal(refused, 'reservation_already_cancelled');
  });
});

describe('the change of a round trip', () => {
  it('concerns both rides before the outbound pickup, and then the return until its pickup', async () => {
    const reservation = await reserve();
    const { reservationId } = reservation;
    const { outAt, backAt } = pickups(reservation);
    await at(outAt - DAY);
    const both = (await searchChange(reservationId)).body;
    expectRefusal((await around(outAt, () => searchChange(reservationId)))[0], 'pickup_too_soon', '/pickupDateTime');
    const back = (await searchChange(reservationId)).body;
    for (const search of [both, back])
      expect(search).toMatchObject({
        mode: 'round_trip',
        pickup: reservation.pickup,
        dropoff: reservation.dropoff,
        pickupDateTime: reservation.pickupDateTime,
        returnPickupDateTime: '2027-03-21T18:00:00+01:00',
      });
    expect(both.offers[0].totalAmount).toBeGreaterThan(back.offers[0].totalAmount * 1.5);
    const later = { returnPickupDateTime: '2027-03-24T18:00:00' };
    const [last, over] = await around(backAt, () => searchChange(reservationId, later));
    expect(last.status).toBe(200);
    expectRefusal(over, 'reservation_not_changeable', '/reservationId');
  });

  it('costs the price of the return alone between the rides, and makes a reservation for it', async () => {
    const original = await reserve();
    const { reservationId } = original;
    const { outAt, backAt } = pickups(original);
    await at(outAt + HOUR);
    const [outbound, ridden] = [await driverOf(reservationId), await trackingOf(reservationId)];
    const priced = await client.pricedChange(reservationId, { returnPickupDateTime: '2027-03-21T18:00:00' });
    const same = present(
      priced.search.offers.find((offer) => offer.vehicle.description === original.vehicle.description),
    );
    expect(same.totalAmount / original.totalAmount).toBeGreaterThan(0.4);
    expect(same.totalAmount / original.totalAmount).toBeLessThan(0.65);
    const replacement = (
      await client.confirm(reservationId, { ...priced, offer: same, pricing: await client.price(priced.search, same) })
    ).reservations[0];
    expect(replacement).toMatchObject({
      state: 'confirmed',
      mode: 'round_trip',
      replaces: reservationId,
      totalAmount: same.totalAmount,
      pickup: original.pickup,
      dropoff: original.dropoff,
      pickupDateTime: original.pickupDateTime,
      returnPickupDateTime: '2027-03-21T18:00:00+01:00',
    });
    expect(replacement.pickupInstructions).toContain(original.dropoff.address);
    expect(await client.readReservation(reservationId)).toMatchObject({ state: 'changed' });

    // The outbound ride stays with the original, and the return has gone to its replacement.
    await at(backAt);
    expect(await driverOf(reservationId)).toEqual(outbound);
    expect((await trackingOf(reservationId)).events.slice(0, ridden.events.length)).toEqual(ridden.events);
    expect(await driverOf(replacement.reservationId)).toMatchObject({ driver: null });
    await at(backAt + DAY);
    expect((await driverOf(replacement.reservationId)).driver).not.toEqual(outbound.driver);
    expect((await trackingOf(replacement.reservationId)).status).toBe('arrived');
  });

  it('refunds the whole price of a changed return by its notice', async () => {
    const { reservationId, pickupDateTime } = await reserve(twoTiers);
    await at(parseInstant(pickupDateTime));
    const priced = await client.pricedChange(reservationId, { returnPickupDateTime: '2027-03-21T18:00:00' });
    const changed = (await client.confirm(reservationId, priced)).reservations[0];
    const [, short] = changed.cancellation.tiers;
    await at(pickups(changed).backAt - short.noticeHours * HOUR);
    expect((await cancel(changed.reservationId)).body).toMatchObject({
      refundPercent: short.refundPercent,
      refundAmount: Math.round(changed.totalAmount * short.refundPercent) / 100,
    });
  });

  it('between the rides refuses another outbound pickup, and an impossible return under its own fields', async () => {
    const { reservationId, pickupDateTime } = await reserve();
    await at(parseInstant(pickupDateTime) + DAY);
    for (const [fields, code, path] of [
      [{ pickupDateTime: '2027-03-18T11:30:00' }, 'reservation_not_changeable', '/pickupDateTime'],
      [{ returnPickupDateTime: '2027-03-15T18:00:00' }, 'pickup_in_past', '/returnPickupDateTime'],
      [{ returnPickupDateTime: '2027-04-31T18:00:00' }, 'invalid_request', '/returnPickupDateTime'],
      [{ returnPickupDateTime: '2027-03-28T02:30:00' }, 'pickup_time_does_not_exist', '/returnPickupDateTime'],
      [{ pickup: { iataCode: 'XQQ' } }, 'unknown_location', '/pickup'],
      [{ dropoff: { iataCode: 'XQQ' } }, 'unknown_location', '/dropoff'],
    ] as const)
      expectRefusal(await searchChange(reservationId, fields), code, path);
  });

  it('breaks no rule for the client between the rides, nor does a cancellation there', async () => {
    const { reservationId, pickupDateTime } = await reserve();
    await client.readReservation(reservationId);
    await at(parseInstant(pickupDateTime) + HOUR);
    const [changed] = (await client.confirm(reservationId, await client.pricedChange(reservationId, LATER)))
      .reservations;
    await client.readReservation(changed.reservationId);
    await driverOf(changed.reservationId);
    await cancel(changed.reservationId);
    await trackingOf(reservationId);
    const { summary } = (await mine.call('get', 'verdicts')).body.verdicts;
    expect(summary).toMatchObject({ broken: 0, warn: 0 });
    expect(summary.kept).toBeGreaterThan(5);
  });

  it('is refused for both rides from the outbound pickup on; another search changes the return', async () => {
    const { reservationId, pickupDateTime } = await reserve();
    const outAt = parseInstant(pickupDateTime);
    await at(outAt - MINUTE);
    const priced = await client.pricedChange(reservationId, {
      pickupDateTime: '2027-03-16T11:30:00',
      returnPickupDateTime: '2027-03-21T18:00:00',
    });
    await at(outAt);
    expectFailed(
      await post('/reservations/changes', changeRequest(reservationId, priced)),
      'reservation_not_changeable',
    );
    const again = await client.pricedChange(reservationId, { returnPickupDateTime: '2027-03-21T18:00:00' });
    expect((await client.confirm(reservationId, again)).status).toBe('completed');
  });

  it('survives an export and an import', async () => {
    const { reservationId, pickupDateTime } = await reserve();
    await at(parseInstant(pickupDateTime) + DAY);
    const priced = await client.pricedChange(reservationId, LATER);
    const { body } = await mine.call('get', 'export');
    expect((await mine.call('post', 'import', body)).status).toBe(200);
    const [changed] = (await client.confirm(reservationId, priced)).reservations;
    expect(changed).toMatchObject({ pickupDateTime, returnPickupDateTime: '2027-03-21T18:00:00+01:00' });
  });

  it('can be repeated between the rides', async () => {
    const { reservationId, pickupDateTime } = await reserve();
    await at(parseInstant(pickupDateTime) + DAY);
    let id = reservationId;
    for (const day of ['21', '22']) {
      const priced = await client.pricedChange(id, { returnPickupDateTime: `2027-03-${day}T18:00:00`, passengers: 1 });
      const [changed] = (await client.confirm(id, priced)).reservations;
      expect(changed).toMatchObject({ pickupDateTime, returnPickupDateTime: `2027-03-${day}T18:00:00+01:00` });
      id = changed.reservationId;
    }
  });
});

describe('the timeline of a round trip', () => {
  const momentsOf = async (reservationId: string) =>
    (await mine.resource(reservationId)).timeline.map(({ at: instant, what, leg }: Body) =>
      [instant, what, ...(leg ? [leg] : [])].join(' '),
    );

  it('has the events of each ride, and reads show each from its instant on', async () => {
    const reservation = await reserve(twoTiers);
    const { reservationId } = reservation;
    const { outAt, backAt } = pickups(reservation);
    const moments = await momentsOf(reservationId);
    for (const [leg, pickupAt] of [
      ['', outAt],
      [' return', backAt],
    ] as const)
      for (const [what, ms] of [
        ['vehicle_assigned', -24 * HOUR],
        ['driver_assigned', -2 * HOUR],
        ['ride_en_route', -30 * MINUTE],
        ['ride_arrived', -5 * MINUTE],
        ['pickup_passed', 0],
        ['ride_on_board', 5 * MINUTE],
      ] as const)
        expect(moments).toContain(`${toIso(pickupAt + ms)} ${what}${leg}`);
    expect(moments.filter((moment: string) => moment.includes('refund_lowered'))).toHaveLength(4);
    await at(outAt);
    const lowered = (await mine.resource(reservationId)).timeline.filter(({ what }: Body) => what === 'refund_lowered');
    for (const { at: instant, refundPercent } of lowered.slice(2, 3)) {
      await at(parseInstant(instant));
      expect((await cancel(reservationId)).body.refundPercent).toBe(refundPercent);
    }
  });

  it('is advanced ride by ride: the return waits for its own times, and gets its own replacement driver', async () => {
    const reservation = await reserve();
    const { reservationId } = reservation;
    const act = async (action: string) =>
      (await mine.call('post', `resources/${reservationId}/actions`, { action })).body;
    for (let i = 0; i < 6; i++) await act('advance-ride');
    expect((await trackingOf(reservationId)).status).toBe('completed');
    await act('replace-driver');
    const { backAt } = pickups(reservation);
    expect((await mine.resource(reservationId)).actions).toEqual(['cancel', 'advance-ride']);
    expect(await momentsOf(reservationId)).toContain(`${toIso(backAt - 24 * HOUR)} vehicle_assigned return`);

    const states = [];
    for (let i = 0; i < 6; i++) {
      await act('advance-ride');
      const { driver, vehicle } = await driverOf(reservationId);
      states.push([!!vehicle, !!driver, (await trackingOf(reservationId)).status]);
    }
    expect(states).toEqual([
      [true, false, 'not_started'],
      [true, true, 'not_started'],
      [true, true, 'en_route'],
      [true, true, 'arrived'],
      [true, true, 'on_board'],
      [true, true, 'completed'],
    ]);
    const { driver } = await driverOf(reservationId);
    expect((await act('replace-driver')).resource.actions).toEqual(['cancel']);
    expect((await driverOf(reservationId)).driver).not.toEqual(driver);
  });

  it('lists the outbound ride to its end, but no event of a return cancelled during it', async () => {
    const reservation = await reserve();
    const { reservationId } = reservation;
    const { outAt } = pickups(reservation);
    await at(outAt + MINUTE);
    expect((await mine.resource(reservationId)).actions).toContain('cancel');
    await cancel(reservationId);
    const { due } = (await mine.advance('P30D')).body;
    expect(due.map(({ what }: Body) => what)).toEqual(['ride_on_board', 'ride_completed']);
    expect((await momentsOf(reservationId)).filter((moment: string) => moment.endsWith(' return'))).toEqual([]);
  });

  it('covers only the return after a change between the rides, far from the outbound pickup', async () => {
    const { reservationId, pickupDateTime } = await reserve();
    await at(parseInstant(pickupDateTime) + 5 * DAY);
    const priced = await client.pricedChange(reservationId, { returnPickupDateTime: '2027-06-21T18:00:00' });
    const [changed] = (await client.confirm(reservationId, priced)).reservations;
    const { due } = (await mine.advance('P100D')).body;
    const own = due.filter(
      ({ resourceId, what }: Body) => resourceId === changed.reservationId && what !== 'refund_lowered',
    );
    expect(own.map(({ what, leg }: Body) => [what, leg])).toEqual(
      RIDE_EVENTS.filter((what) => what !== 'refund_lowered').map((what) => [what, 'return']),
    );
  });

  it('is complete in the calls to the supplier, including rides that continue after a cancellation', async () => {
    const reservation = await reserve();
    const { reservationId } = reservation;
    const { outAt, backAt } = pickups(reservation);
    await at(outAt);
    await driverOf(reservationId);
    await cancel(reservationId);
    await at(backAt);
    await trackingOf(reservationId);
    const { providerCalls } = (await mine.call('get', `resources/${reservationId}/provider-calls`)).body;
    expect(providerCalls.map(({ operation, request }: Body) => [operation, request.leg])).toEqual([
      ['driver', 'outbound'],
      ['tracking', 'outbound'],
    ]);
  });
});
