import type { Scenario } from '../scenario.ts';

export default {
  name: 'driver-replaced',
  group: 'ride',
  title: 'Another driver comes',
  clientSees:
    'Once driver and vehicle are assigned, they are not those that a request without it shows: another name ' +
    'and phone number, another colour and licence plate. The same request shows the same ones again.',
  operations: ['getDriverAndVehicle'],
  basis: { assumption: 'transfer.driver-and-vehicle' },
  rules: [],
  effects: { supplier: { driver: 'replaced' } },
} satisfies Scenario;
