import { gdsproviders } from '../../interface/gdsproviders.ts';
import { allOperations } from '../operations.ts';
import type { LibraryScenario } from '../scenario.ts';

const down = {
  name: 'provider-down',
  title: 'A flight provider is down',
  clientSees: 'HTTP 200 with the offers of the other providers only.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.provider-failure' },
  rules: ['flight-search.sources.active'],
  parameters: {
    provider: { kind: 'choice', of: gdsproviders.map(String), default: '0', is: 'number of the provider' },
  },
  effects: ({ provider }) => ({ gds: { [Number(provider)]: { search: 'down' } } }),
} satisfies LibraryScenario;

const delay = {
  kind: 'duration',
  default: 'PT5S',
  longest: 'PT10M',
  is: 'delay of the provider, at most PT10M',
} as const;

const slow = {
  ...down,
  name: 'provider-slow',
  title: 'A flight provider is slow',
  clientSees:
    'The search waits for the provider, in real time, for at most two seconds. A later provider counts as failed: ' +
    'HTTP 200 with the offers of the other providers only. With a shorter `delay` the response is the usual one, late.',
  parameters: { ...down.parameters, delay },
  effects: (values) => ({ gds: { [Number(values['provider'])]: { delayMs: Number(values['delay']) } } }),
} satisfies LibraryScenario;

export default [
  down,
  slow,
  // Aliases that predate the parameter.
  ...['0', '1'].flatMap((provider): LibraryScenario[] => [
    {
      ...down,
      name: `provider-${provider}-down`,
      title: `Flight provider ${provider} is down`,
      clientSees: `The same as under \`provider-down(provider=${provider})\`.`,
      parameters: {},
      effects: () => down.effects({ provider }),
    },
    {
      ...slow,
      name: `provider-${provider}-slow`,
      title: `Flight provider ${provider} is slow`,
      clientSees: `The same as under \`provider-slow(provider=${provider})\`.`,
      parameters: { delay },
      effects: (values) => slow.effects({ ...values, provider }),
    },
  ]),
  {
    name: 'no-offers',
    title: 'Nothing found',
    clientSees: 'HTTP 200 with an empty list of offers.',
    operations: ['searchFlights', 'searchTransfers', 'searchReservationChanges'],
    basis: { assumption: 'flight.offers-per-search' },
    rules: ['flight-search.response.offers'],
    effects: { gds: { every: { search: 'empty' } }, supplier: { search: 'empty' } },
  },
  {
    name: 'slow',
    title: 'Slow',
    clientSees:
      'The response is delayed by three seconds, or by `delay`. The work is also done if the client disconnects ' +
      'meanwhile.',
    operations: allOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    parameters: {
      delay: {
        kind: 'duration',
        default: 'PT3S',
        longest: 'PT10M',
        is: 'delay before the request is processed, at most PT10M',
      },
      clock: {
        kind: 'choice',
        of: ['kept', 'advanced'],
        default: 'kept',
        is: "with `advanced`, the profile's clock moves forward by the delay, also a frozen one",
      },
    },
    edge: ({ delay: time, clock }) => ({
      at: 'authentication',
      delayMs: Number(time),
      advancesClock: clock === 'advanced',
    }),
  },
] satisfies LibraryScenario[];
