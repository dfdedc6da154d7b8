import type { Scenario } from '../scenario.ts';

export default {
  name: 'driver-replaced',
  group: 'ride',
  title: 'Another driver comes',
  clientSees:
    'The assigned driver and vehicle differ from the usual ones: another name and phone number, another colour and ' +
    'licence plate. The same request returns the same ones again.',
  operations: ['getDriverAndVehicle'],
  basis: { assumption: 'transfer.driver-and-vehicle' },
  rules: [],
  effects: { supplier: { driver: 'replaced' } },
} satisfies Scenario;
