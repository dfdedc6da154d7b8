import { DAY, toIso } from '../../../src/base/clock.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterOffers, alterRequests, always, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  {
    name: 'calls-the-fare-of-a-segment-fare',
    rule: 'segment.fields.fare-name',
    breaks: 'A segment has its fareName as fare.',
    plant: alterSegments((segment) => {
      [segment.fare, segment.fareName] = [segment.fareName, undefined];
    }),
  },
  {
    name: 'leaves-out-the-terminal-of-a-departure',
    rule: 'segment.fields.departure',
    breaks: 'The departure of a segment has no terminal, as that of a slice.',
    plant: alterSegments(({ departure }) => {
      delete departure.terminal;
    }),
  },
  {
    name: 'leaves-out-the-time-zone-of-a-segment-departure',
    rule: 'segment.fields.departure',
    breaks: 'The departure of a segment has no timeZone.',
    plant: alterSegments(({ departure }) => {
      delete departure.timeZone;
    }),
  },
  {
    name: 'says-departing-at-of-a-segment-arrival',
    rule: 'segment.fields.arrival',
    breaks: 'The arrival of a segment has departingAt in place of arrivingAt.',
    plant: alterSegments(({ arrival }) => {
      [arrival.departingAt, arrival.arrivingAt] = [arrival.arrivingAt, undefined];
    }),
  },
  {
    name: 'corrects-the-logo-url-of-the-operating-carrier',
    rule: 'segment.airline.operating-carrier',
    breaks: 'The logoURL of an operating carrier is spelled logoUrl.',
    plant: alterSegments(({ airline }) => {
      airline.operatingCarrier = {
        ...airline.operatingCarrier,
        logoURL: undefined,
        logoUrl: airline.operatingCarrier.logoURL,
      };
    }),
  },
  {
    name: 'answers-the-marketing-carrier-as-a-code',
    rule: 'segment.airline.marketing-carrier',
    breaks: 'The marketing carrier of a segment is its code.',
    plant: alterSegments(({ airline }) => {
      airline.marketingCarrier = airline.marketingCarrier.iataCode;
    }),
  },
  {
    name: 'answers-flight-numbers-as-numbers',
    rule: 'segment.fields.flight-number',
    breaks: 'The flightNumber of a segment is a number, in offers and in orders.',
    plant: together(
      alterSegments((segment) => {
        segment.flightNumber = Number(segment.flightNumber);
      }),
      always(
        alterRequests(['createFlightOrder'], ({ body }) => {
          for (const segment of body.totalSegments)
            if (typeof segment.flightNumber === 'number') segment.flightNumber = String(segment.flightNumber);
        }),
      ),
    ),
  },
  {
    name: 'answers-the-duration-of-a-segment-as-a-string',
    rule: 'segment.fields.duration-minutes',
    breaks: 'The durationMinutes of a segment is a string.',
    plant: alterSegments((segment) => {
      segment.durationMinutes = String(segment.durationMinutes);
    }),
  },
  {
    name: 'calls-the-baggages-of-a-segment-baggage',
    rule: 'segment.fields.passengers',
    breaks: "The baggages of a segment's passenger are called baggage.",
    plant: alterPassengers((passenger) => {
      [passenger.baggage, passenger.baggages] = [passenger.baggages, undefined];
    }),
  },
  {
    name: 'answers-the-passengers-of-a-segment-as-a-number',
    rule: 'segment.fields.passengers',
    breaks: 'The passengers of a segment are their number.',
    plant: alterSegments((segment) => {
      segment.passengers = segment.passengers.length;
    }),
  },
  {
    name: 'answers-wifi-as-a-word',
    rule: 'segment.passengers.amenities.wifi',
    breaks: 'The available of wifi is "yes" or "no".',
    plant: alterPassengers(({ amenities: { wifi } }) => {
      wifi.available = wifi.available ? 'yes' : 'no';
    }),
  },
  {
    name: 'leaves-out-the-cost-of-wifi',
    rule: 'segment.passengers.amenities.wifi',
    breaks: 'No wifi has a cost.',
    plant: alterPassengers(({ amenities: { wifi } }) => {
      delete wifi.cost;
    }),
  },
  {
    name: 'answers-the-pitch-of-a-seat-as-a-number',
    rule: 'segment.passengers.amenities.seat',
    breaks: 'The pitch of a seat is a number where it is known.',
    plant: alterPassengers(({ amenities: { seat } }) => {
      if (seat.pitch !== 'n/a') seat.pitch = Number(seat.pitch);
    }),
  },
  {
    name: 'calls-the-type-of-a-seat-kind',
    rule: 'segment.passengers.amenities.seat',
    breaks: 'The type of a seat is called kind.',
    plant: alterPassengers(({ amenities: { seat } }) => {
      [seat.kind, seat.type] = [seat.type, undefined];
    }),
  },
  {
    name: 'answers-power-as-an-object',
    rule: 'segment.passengers.amenities.power',
    breaks: 'The power amenity is an object, like the other two.',
    plant: alterPassengers(({ amenities }) => {
      amenities.power = { available: amenities.power };
    }),
  },
  {
    name: 'leaves-out-the-type-of-a-cabin-bag',
    rule: 'segment.passengers.baggages.type',
    breaks: 'A baggage entry that is not checked has no type.',
    plant: alterPassengers(({ baggages }) => {
      for (const baggage of baggages) if (baggage.type === 'carry_on') delete baggage.type;
    }),
  },
  {
    name: 'answers-the-quantity-of-baggage-as-a-string',
    rule: 'segment.passengers.baggages.quantity',
    breaks: 'The quantity of a baggage entry is a string.',
    plant: alterPassengers(({ baggages }) => {
      for (const baggage of baggages) baggage.quantity = String(baggage.quantity);
    }),
  },
  {
    name: 'counts-baggage-below-zero',
    rule: 'segment.passengers.baggages.quantity',
    breaks: 'The quantity of a baggage entry is -1 where there is none.',
    plant: alterPassengers(({ baggages }) => {
      for (const baggage of baggages) if (baggage.type === 'checked') baggage.quantity = -1;
    }),
  },
  {
    name: 'leaves-the-type-of-baggage-blank',
    rule: 'segment.passengers.baggages.type',
    breaks: 'The type of a cabin bag is an empty string.',
    plant: alterPassengers(({ baggages }) => {
      for (const baggage of baggages) if (baggage.type === 'carry_on') baggage.type = '';
    }),
  },
  {
    name: 'answers-the-weight-of-baggage-as-a-number',
    rule: 'segment.passengers.baggages.max-kg',
    breaks: 'The maxKg of a baggage entry is a number.',
    plant: alterPassengers(({ baggages }) => {
      for (const baggage of baggages) baggage.maxKg &&= Number(baggage.maxKg);
    }),
  },
  {
    name: 'arrives-before-it-departs',
    rule: 'segment.fields.arrival',
    alsoBreaks: ['segment.fields.duration-minutes', 'slice.fields.segments'],
    breaks: 'A segment arrives a day before it really does.',
    plant: alterSegments(({ arrival }) => {
      arrival.arrivingAt = daysFrom(arrival.arrivingAt, -1);
    }),
  },
  {
    name: 'forgets-the-zones-in-durations',
    rule: 'segment.fields.duration-minutes',
    breaks: 'The durationMinutes of a segment is the difference of its local times.',
    plant: alterSegments((segment) => {
      const [from, to] = [segment.departure.departingAt, segment.arrival.arrivingAt];
      segment.durationMinutes = (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;
    }),
  },
] satisfies Defect[] as Defect[];

function alterSegments(change: (segment: Wire) => void): Plant {
  return alterOffers(({ slices }) => slices.forEach((slice: Wire) => slice.segments.forEach(change)));
}

function alterPassengers(change: (passenger: Wire) => void): Plant {
  return alterSegments(({ passengers }) => passengers.forEach(change));
}

function daysFrom(local: string, days: number): string {
  return toIso(Date.parse(`${local}Z`) + days * DAY).slice(0, 19);
}
