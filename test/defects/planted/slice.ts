import { DAY, toIso } from '../../../src/base/clock.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterOffers } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  {
    name: 'calls-the-fare-of-a-slice-fare',
    rule: 'slice.fields.fare-name',
    breaks: 'A slice has its fareName as fare.',
    plant: alterSlices((slice) => {
      [slice.fare, slice.fareName] = [slice.fareName, undefined];
    }),
  },
  {
    name: 'leaves-out-the-city-of-a-departure',
    rule: 'slice.fields.departure',
    breaks: 'The departure of a slice has no cityName.',
    plant: alterSlices(({ departure }) => {
      delete departure.cityName;
    }),
  },
  {
    name: 'answers-the-departure-of-a-slice-as-a-code',
    rule: 'slice.fields.departure',
    breaks: 'The departure of a slice is the code of its airport.',
    plant: alterSlices((slice) => {
      slice.departure = slice.departure.iataCode;
    }),
  },
  {
    name: 'says-departing-at-of-an-arrival',
    rule: 'slice.fields.arrival',
    breaks: 'The arrival of a slice has departingAt in place of arrivingAt.',
    plant: alterSlices(({ arrival }) => {
      [arrival.departingAt, arrival.arrivingAt] = [arrival.arrivingAt, undefined];
    }),
  },
  {
    name: 'answers-the-duration-of-a-slice-in-iso-8601',
    rule: 'slice.fields.duration-minutes',
    breaks: 'The durationMinutes of a slice is a string like PT2H5M.',
    plant: alterSlices((slice) => {
      slice.durationMinutes = `PT${Math.floor(slice.durationMinutes / 60)}H${slice.durationMinutes % 60}M`;
    }),
  },
  {
    name: 'answers-priority-check-in-as-a-word',
    rule: 'slice.conditions.priority-check-in',
    breaks: 'The priorityCheckIn of a slice is "included" or "none".',
    plant: alterSlices(({ conditions }) => {
      conditions.priorityCheckIn = conditions.priorityCheckIn ? 'included' : 'none';
    }),
  },
  {
    name: 'leaves-out-priority-boarding-where-there-is-none',
    rule: 'slice.conditions.priority-boarding',
    breaks: 'A slice without priority boarding does not say so.',
    plant: alterSlices(({ conditions }) => {
      conditions.priorityBoarding ||= undefined;
    }),
  },
  {
    name: 'answers-advance-seat-selection-as-a-number',
    rule: 'slice.conditions.advance-seat-selection',
    breaks: 'The advanceSeatSelection of a slice is 0 or 1.',
    plant: alterSlices(({ conditions }) => {
      conditions.advanceSeatSelection = Number(conditions.advanceSeatSelection);
    }),
  },
  {
    name: 'ends-a-slice-at-its-first-stop',
    rule: 'slice.fields.segments',
    alsoBreaks: ['flight-search.offers.slices-searched', 'slice.fields.duration-minutes'],
    breaks: 'The arrival of a slice is that of its first segment, however many it has.',
    plant: alterSlices((slice) => {
      slice.arrival = { ...slice.segments[0].arrival, terminal: undefined };
    }),
  },
  {
    name: 'answers-a-direct-flight-without-segments',
    rule: 'slice.fields.segments',
    breaks: 'A direct flight of gdsprovider 0 has an empty list of segments.',
    alsoBreaks: ['flight-search.offers.slices-and-segments'],
    plant: alterOffers(({ gdsprovider, slices }) => {
      for (const slice of slices) if (gdsprovider === 0 && slice.segments.length === 1) slice.segments = [];
    }),
  },
  {
    name: 'connects-from-another-city',
    rule: 'slice.fields.segments',
    breaks: 'The second segment of a slice of gdsprovider 0 leaves from another city than the first one reaches.',
    plant: alterOffers(({ gdsprovider, slices }) => {
      for (const { segments } of gdsprovider === 0 ? slices : [])
        if (segments[1])
          Object.assign(segments[1].departure, {
            iataCode: 'XNA',
            cityName: 'Fayetteville',
            airportName: 'Northwest Arkansas',
          });
    }),
  },
  {
    name: 'departs-before-its-first-segment',
    rule: 'slice.fields.segments',
    breaks: 'A slice leaves five minutes before its first segment.',
    plant: alterSlices(({ departure }) => {
      departure.departingAt = toIso(Date.parse(`${departure.departingAt}Z`) - FIVE_MINUTES).slice(0, 19);
    }),
  },
  {
    name: 'departs-before-it-has-arrived',
    rule: 'slice.fields.segments',
    // Segments that an order has to repeat are wrong, of whichever provider the first connecting offer is.
    alsoBreaks: [
      'offer.expiry.ends-offer',
      'flight-order.path.gdsprovider-0-default',
      'flight-order.path.gdsprovider-1-holder',
      'flight-order.endpoint',
    ],
    breaks: 'The second segment of a slice leaves a day before the first one arrives.',
    plant: alterSlices(({ segments: [, second] }) => {
      if (!second) return;
      second.departure.departingAt = theDayBefore(second.departure.departingAt);
      second.arrival.arrivingAt = theDayBefore(second.arrival.arrivingAt);
    }),
  },
  {
    name: 'counts-both-ends-of-a-slice-twice',
    rule: 'slice.fields.duration-minutes',
    breaks: 'The durationMinutes of a slice is twice what it takes.',
    plant: alterSlices((slice) => {
      slice.durationMinutes *= 2;
    }),
  },
] satisfies Defect[] as Defect[];

const FIVE_MINUTES = 5 * 60_000;

function alterSlices(change: (slice: Wire) => void): Plant {
  return alterOffers(({ slices }) => slices.forEach(change));
}

function theDayBefore(local: string): string {
  return toIso(Date.parse(`${local}Z`) - DAY).slice(0, 19);
}
