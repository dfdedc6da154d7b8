import { afterAll, beforeAll, expect, it } from 'vitest';
import { flightOrder, totalSegments } from '../../src/check/verify/fixtures/flight-order.ts';
import type { FlightOrderRequest, Offer, Schema } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';

const server = useSandbox({ seed: 'order segments' });
const flights = flightClient(server);
let offer: Offer;
let right: Schema['TotalSegment'][];
let order: FlightOrderRequest;

beforeAll(async () => {
  offer = await flights.find(
    ({ gdsprovider, slices }) => gdsprovider === 1 && slices.some(({ segments }) => segments.length > 1),
    { returns: true },
  );
  right = totalSegments(offer);
  order = flightOrder(offer);
});

afterAll(async () => {
  // None of all the refused orders has sold the offer.
  expect((await flights.order(offer, { ...order, totalSegments: right })).status).toBe(200);
});

/** Expects each value to be refused in the field of every segment. */
async function refusesValues(field: keyof Schema['TotalSegment'], code: string, ...values: unknown[]): Promise<void> {
  for (const [i, segment] of right.entries()) {
    for (const value of values) {
      expectRefusal(
        await flights.order(offer, { ...order, totalSegments: right.with(i, { ...segment, [field]: value }) }),
        code,
        `/totalSegments/${i}/${field}`,
      );
    }
  }
}

it('totalSegments are needed by gdsprovider 1 and not by gdsprovider 0 [flight-order.total-segments.when-needed]', async () => {
  for (const none of [undefined, []]) {
    expectRefusal(
      await flights.order(offer, { ...order, totalSegments: none }),
      'total_segments_required',
      '/totalSegments',
    );
    const other = await flights.find(({ gdsprovider }) => gdsprovider === 0);
    expect((await flights.order(other, { ...flightOrder(other), totalSegments: none })).status).toBe(200);
  }
});

it('totalSegments have every segment of every slice, in the order of the offer [flight-order.total-segments.complete]', async () => {
  for (const i of right.keys()) {
    expectRefusal(
      await flights.order(offer, { ...order, totalSegments: right.toSpliced(i, 1) }),
      'total_segments_mismatch',
      `/totalSegments/${right.length - 1}`,
    );
  }
  expectRefusal(
    await flights.order(offer, { ...order, totalSegments: [...right, right[0]] }),
    'total_segments_mismatch',
    `/totalSegments/${right.length}`,
  );
  const reversed = await flights.order(offer, { ...order, totalSegments: right.toReversed() });
  expectRefusal(reversed, 'total_segments_mismatch', '/totalSegments');
  expect(reversed.body.message).toEqual([
    expect.stringMatching(/^totalSegments must be in the order of the offer: [A-Z]{3} to [A-Z]{3}, flight /),
  ]);
});

it('totalSegments have the place of departure [flight-order.total-segments.origin-code]', () =>
  refusesValues('originCode', 'total_segments_mismatch', 'ZZZ'));

it('totalSegments have the place of arrival [flight-order.total-segments.destination-code]', () =>
  refusesValues('destinationCode', 'total_segments_mismatch', 'ZZZ'));

it('totalSegments have the flight number [flight-order.total-segments.flight-number]', () =>
  refusesValues('flightNumber', 'total_segments_mismatch', '99999', `${right[0]?.flightNumber} `));

it('totalSegments have the local time of departure without a zone [flight-order.total-segments.departure-date]', async () => {
  const [date, time] = right[0]?.departureDate.split('T') as [string, string];
  expect(time).toMatch(/^\d\d:\d\d:\d\d$/);
  await refusesValues('departureDate', 'total_segments_mismatch', `${date}T03:03:03`);
  await refusesValues(
    'departureDate',
    'invalid_request',
    date,
    `${date}T${time}Z`,
    `${date}T${time}+01:00`,
    `${date}T${time}.000`,
    `${date} ${time}`,
  );
});

it('totalSegments that differ are refused by gdsprovider 0 too', async () => {
  const other = await flights.find(({ gdsprovider }) => gdsprovider === 0);
  expectRefusal(await flights.order(other, { ...flightOrder(other), totalSegments: right }), 'total_segments_mismatch');
  expect((await flights.order(other, { ...flightOrder(other), totalSegments: totalSegments(other) })).status).toBe(200);
});

it('a segment that differs is reported with the expected and the actual value', async () => {
  const { body } = await flights.order(offer, {
    ...order,
    totalSegments: right.with(0, { ...right[0], originCode: 'ZZZ' }),
  });
  expect(body.message).toEqual([`totalSegments.0.originCode must be "${right[0]?.originCode}", got "ZZZ"`]);
});
