import type { FlightTrip, Steps, TransferTrip } from '../steps.ts';
import { changes } from './changes.ts';
import { flights } from './flights.ts';
import { http } from './http.ts';
import { settling } from './settle.ts';
import { transfers } from './transfers.ts';

/** A client as the interface document wants it. */
export const good: Steps = {
  async travel(traveller) {
    const { steps } = traveller;
    await steps.ride(traveller, TRANSFER);
    for (const trip of FLIGHTS) await steps.fly(traveller, trip);
    await steps.close(traveller);
  },
  ...http,
  ...flights,
  ...transfers,
  ...settling,
  ...changes,
};

/** Within Spain, where dni is allowed; overseas, with documents and segment metadata; a hold; a lap infant. */
const FLIGHTS: readonly FlightTrip[] = [
  { from: 'MAD', to: 'BCN', passengers: ['adult', 'child'], gdsprovider: 0, kind: 'instant' },
  {
    from: 'MAD',
    to: 'JFK',
    returns: true,
    passengers: ['adult', 'adult', 'infant_without_seat'],
    gdsprovider: 1,
    kind: 'instant',
  },
  { from: 'LHR', to: 'SIN', passengers: ['adult'], gdsprovider: 0, kind: 'hold' },
];

const TRANSFER: TransferTrip = {
  airport: 'MAD',
  address: 'Calle de Alcalá 42, Madrid',
  pickupDateTime: '2027-03-15T11:30:00',
  passengers: 2,
};
