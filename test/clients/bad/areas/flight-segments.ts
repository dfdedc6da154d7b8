import { order, segment } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'leaves-the-way-back-out-of-the-segments',
    rule: 'flight-order.total-segments.complete',
    breaks: 'It builds totalSegments from the first slice only.',
    client: order((filled, { offer }) => {
      if (offer.slices.length > 1)
        filled.totalSegments = filled.totalSegments?.slice(0, offer.slices[0]?.segments.length);
    }),
  },
  {
    name: 'sends-the-city-as-the-origin-code',
    rule: 'flight-order.total-segments.origin-code',
    breaks: 'It sends the city that was searched as the originCode of every segment.',
    client: segment((entry) => {
      entry.originCode = 'NYC';
    }),
  },
  {
    name: 'sends-the-end-as-every-destination-code',
    rule: 'flight-order.total-segments.destination-code',
    breaks: 'It sends the city that was searched as the destinationCode of every segment.',
    client: segment((entry) => {
      entry.destinationCode = 'NYC';
    }),
  },
  {
    name: 'adds-the-airline-to-the-flight-number',
    rule: 'flight-order.total-segments.flight-number',
    breaks: 'It sends the flight number with the code of the airline, as timetables show it.',
    client: segment((entry) => {
      entry.flightNumber = `IB${entry.flightNumber}`;
    }),
  },
  {
    name: 'adds-a-zone-to-the-departure',
    rule: 'flight-order.total-segments.departure-date',
    breaks: 'It serializes the local departure as an instant.',
    client: segment((entry) => {
      entry.departureDate = `${entry.departureDate}.000Z`;
    }),
  },
  {
    name: 'sends-the-day-of-the-departure',
    rule: 'flight-order.total-segments.departure-date',
    breaks: 'It sends the date of the departure without its time.',
    client: segment((entry) => {
      entry.departureDate = entry.departureDate.slice(0, 10);
    }),
  },
] satisfies BadClient[];
