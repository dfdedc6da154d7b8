import type { Scenario } from '../scenario.ts';

export default {
  name: 'many-offers',
  group: 'offers',
  title: 'Many offers',
  clientSees:
    'A flight search returns 50 offers of both providers together, or 200, regardless of `--offers`; fewer if the ' +
    'timetable of the day has fewer. Round trips between large cities have 200. Each offer can be ' +
    'ordered.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.offers-per-search' },
  rules: ['flight-search.response.offers'],
  parameters: {
    count: { kind: 'choice', of: ['50', '200'], default: '50', is: 'how many offers' },
  },
  effects: ({ count }) => ({ offers: Number(count) }),
} satisfies Scenario;
