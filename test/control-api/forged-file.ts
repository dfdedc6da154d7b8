import { expect } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer } from '../../src/interface/api.ts';
import type { ControlSchema } from '../../src/interface/control-api.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { readEverything } from './read-everything.ts';
import { runForged } from './run-forged.ts';
import type { StateClient } from './state-client.ts';
import { ok, sealed } from './state-client.ts';

/** An export with a few records of every kind that a profile can have. */
export async function richFile(client: StateClient): Promise<string> {
  const { offers } = (
    await ok(
      client.call(
        'POST',
        '/v1/flights/search?scenario=provider-0-slow(delay=PT0.01S),order:slow(delay=PT0S)',
        FLIGHT_SEARCH,
      ),
    )
  ).body;
  const held = offers.find((offer: Offer) => offer.holdOptions.available);
  await ok(
    client.call('POST', `/v1/flights/order/${held.gdsprovider}/${held.offerId}?scenario=none`, {
      ...flightOrder(held),
      type: 'hold',
      holdId: held.holdId,
    }),
  );
  const priced = await client.price({ mode: 'round_trip', returnPickupDateTime: '2027-03-16T11:30:00' });
  const {
    reservations: [changed],
  } = await client.book({ ...priced, partnerTrackingId: 'mine-1', specialInstructions: 'Ring twice' });
  await changeOf(client, changed.reservationId);
  const {
    reservations: [cancelled],
  } = await client.book(await client.price());
  await ok(client.call('POST', '/reservations/cancel', { reservationId: cancelled.reservationId }));
  for (const scenario of ['pending-forever', 'pending', 'pending-then-failed'])
    await client.book(await client.price(), `?scenario=${scenario}`);
  const late = await client.price();
  expect((await client.call('POST', '/book?scenario=502-late', late)).status).toBe(502);
  const failed = await client.price();
  await client.book(failed, '?scenario=pending-then-failed(reads=0)');
  await client.read(`searchId=${failed.searchId}`);
  await client.arm('slow(delay=PT0S)', 5);
  const file = JSON.parse(await client.export());
  file.journal.exchanges = [0, 1, 10, -1]
    .map((i) => shortened(file.journal.exchanges.at(i)))
    .map((exchange, i) => ({ ...exchange, sequence: i + 1 }));
  return sealed(file);
}

/** Imports a file: it is refused, or everything in it can be served and exported again without harm. */
export async function tryFile(client: StateClient, text: string): Promise<'refused' | 'imported'> {
  const { status, body } = await client.import(text);
  if (status !== 200) {
    expect([status, body.code]).toEqual([400, expect.stringMatching(/^import_(unfit|damaged|version)$/)]);
    return 'refused';
  }
  const { failures, commands } = await readEverything(client);
  expect(failures).toEqual([]);
  for (const command of new Set(commands)) {
    const { ran, calls } = await runForged(command);
    expect([command, ran, calls.length]).toEqual([command, [], 1]);
  }
  return 'imported';
}

async function changeOf(client: StateClient, reservationId: string): Promise<void> {
  const {
    body: {
      searchId,
      offers: [{ resultId, bookingToken }],
    },
  } = await ok(client.call('POST', '/reservations/changes/search', { reservationId, passengers: 1 }));
  const {
    body: { pricingToken },
  } = await ok(client.call('POST', '/pricing', { searchId, resultId, bookingToken }));
  await ok(client.call('POST', '/reservations/changes', { reservationId, searchId, resultId, pricingToken }));
}

function shortened(exchange: Exchange): Exchange {
  const short = (message: Message) => ({ ...message, body: message.body?.slice(0, 100) ?? null, cut: true });
  return { ...exchange, request: short(exchange.request), response: exchange.response && short(exchange.response) };
}

type Exchange = ControlSchema['FileExchange'];
type Message = ControlSchema['FileMessage'];
