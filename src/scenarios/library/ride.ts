import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: 'driver-replaced',
    title: 'Another driver comes',
    clientSees:
      'The assigned driver and vehicle differ from the usual ones: another name and phone number, another colour and ' +
      'licence plate. The same request returns the same ones again.',
    operations: ['getDriverAndVehicle'],
    basis: { assumption: 'transfer.driver-and-vehicle' },
    rules: [],
    effects: { supplier: { driver: 'replaced' } },
  },
  {
    name: 'no-show',
    title: 'The traveller does not come',
    clientSees:
      'The vehicle arrives at the pickup place and stays there: the status stays `arrived`, and neither ' +
      '`on_board` nor `completed` follows.',
    operations: ['getTracking'],
    basis: { assumption: 'transfer.tracking' },
    rules: [],
    effects: { supplier: { tracking: 'no-show' } },
  },
  {
    name: 'tracking-lost',
    title: 'The vehicle sends no position',
    clientSees:
      'Once the vehicle has departed, `location` is null, the status stays `en_route` and no further event ' +
      'follows, regardless of the progress of the ride.',
    operations: ['getTracking'],
    basis: { assumption: 'transfer.tracking' },
    rules: [],
    effects: { supplier: { tracking: 'lost' } },
  },
] satisfies LibraryScenario[];
