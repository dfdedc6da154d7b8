import { isDeepStrictEqual } from 'node:util';
import { totalSegments } from '../../../src/check/verify/fixtures/flight-order.ts';
import type { Offer, Schema } from '../../../src/interface/api.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import type { Unchecked } from '../order-plants.ts';
import { alterOrders, refuseOrders } from '../order-plants.ts';
import { alterBodies, alterRequests, always, together } from '../plants.ts';

export default [
  {
    name: 'does-not-insist-on-segments',
    rule: 'flight-order.total-segments.when-needed',
    breaks: 'An order without totalSegments is accepted where the flow needs them.',
    plant: alterOrders((order, { offer }) => {
      order.totalSegments ??= totalSegments(offer);
    }),
  },
  {
    name: 'insists-on-segments-everywhere',
    refuses: true,
    rule: 'flight-order.total-segments.when-needed',
    breaks: 'Every order needs totalSegments, even if its flow does not.',
    plant: refuseOrders('total_segments_required', ({ totalSegments: entries }) => entries === undefined),
  },
  {
    name: 'does-not-miss-a-segment-of-the-return',
    rule: 'flight-order.total-segments.complete',
    breaks: 'Only the segments of the first slice are looked for in totalSegments.',
    plant: alterOrders((order, { offer }) => {
      const expected = totalSegments(offer);
      const outbound = offer.slices[0].segments.length;
      if (order.totalSegments && order.totalSegments.length >= outbound)
        order.totalSegments.push(...expected.slice(order.totalSegments.length));
    }),
  },
  {
    name: 'does-not-miss-the-first-segment',
    rule: 'flight-order.total-segments.complete',
    breaks: 'The segments in totalSegments have to be of the offer, and need not be all of them.',
    plant: alterOrders((order, { offer }) => {
      const expected = totalSegments(offer);
      const known = (entry: TotalSegment) =>
        expected.some((segment) => JSON.stringify(segment) === JSON.stringify(entry));
      if (order.totalSegments?.length && order.totalSegments.every(known)) order.totalSegments = expected;
    }),
  },
  {
    name: 'does-not-compare-origins',
    rule: 'flight-order.total-segments.origin-code',
    breaks: 'The originCode of a totalSegments entry may be any.',
    plant: alterSegments((entry, { originCode }) => {
      entry.originCode = originCode;
    }),
  },
  {
    name: 'does-not-compare-destinations',
    rule: 'flight-order.total-segments.destination-code',
    breaks: 'The destinationCode of a totalSegments entry may be any.',
    plant: alterSegments((entry, { destinationCode }) => {
      entry.destinationCode = destinationCode;
    }),
  },
  {
    name: 'does-not-compare-flight-numbers',
    rule: 'flight-order.total-segments.flight-number',
    breaks: 'The flightNumber of a totalSegments entry may be any.',
    plant: alterSegments((entry, { flightNumber }) => {
      entry.flightNumber = flightNumber;
    }),
  },
  {
    name: 'compares-departures-by-the-day',
    rule: 'flight-order.total-segments.departure-date',
    breaks: 'Of the departureDate of a totalSegments entry only the day is compared.',
    plant: alterSegments((entry, { departureDate }) => {
      if (entry.departureDate.slice(0, 10) === departureDate.slice(0, 10)) entry.departureDate = departureDate;
    }),
  },
  {
    name: 'takes-a-day-for-a-departure',
    rule: 'flight-order.total-segments.departure-date',
    breaks: 'The departureDate of a totalSegments entry may be a date without time.',
    plant: together(
      alterDepartures((local) => local.replace(/^.{10}$/, (day) => `${day}T${NO_TIME}`)),
      alterSegments((entry, { departureDate }) => {
        if (entry.departureDate.endsWith(NO_TIME)) entry.departureDate = departureDate;
      }),
    ),
  },
  {
    name: 'takes-a-departure-with-a-zone',
    rule: 'flight-order.total-segments.departure-date',
    breaks: 'The departureDate of a totalSegments entry may have a zone, which is ignored.',
    plant: alterDepartures(withoutZone),
  },
  {
    name: 'says-departures-with-a-zone',
    rule: 'flight-order.total-segments.departure-date',
    breaks: 'The departingAt of segments has a zone.',
    plant: together(
      alterBodies(['searchFlights'], (body: { offers: Offer[] }) => {
        for (const { departure } of body.offers.flatMap(({ slices }) => slices.flatMap(({ segments }) => segments)))
          departure.departingAt += 'Z';
      }),
      always(alterDepartures((local) => local.replace(/Z$/, ''))),
    ),
  },
] satisfies Defect[] as Defect[];

type TotalSegment = Schema['TotalSegment'];

/**
 * Changes each entry of totalSegments, with the one that belongs in its place at hand. An order with another flaw keeps
 * its entries: it shows nothing of the defect, and is no occasion of one that acts now and then.
 */
function alterSegments(change: (entry: TotalSegment, expected: TotalSegment) => void): Plant {
  return alterOrders((order, { offer }) => {
    const expected = totalSegments(offer);
    const changed = structuredClone(order.totalSegments ?? []);
    changed.forEach((entry, index) => {
      if (expected[index]) change(entry, expected[index]);
    });
    if (isDeepStrictEqual(changed, expected)) order.totalSegments = changed;
  });
}

/** Changes each departureDate before it is validated. */
function alterDepartures(read: (local: string) => string): Plant {
  return alterRequests(['createFlightOrder'], (req) => {
    const { totalSegments: entries } = (req.body ?? {}) as { totalSegments?: Unchecked[] };
    if (Array.isArray(entries))
      for (const entry of entries) entry['departureDate'] = read(String(entry['departureDate']));
  });
}

function withoutZone(local: string): string {
  return local.replace(/(Z|[+-]\d\d:\d\d)$/, '');
}

/** No flight leaves at this time. */
const NO_TIME = '03:33:33';
