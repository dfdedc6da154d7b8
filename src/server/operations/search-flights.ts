import type { FlightSearchRequest } from '../../api.ts';
import { searchFlights } from '../../flights/search.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'searchFlights',
  async run({ flights }, call, req) {
    return { body: await searchFlights(flights, call, req.body as FlightSearchRequest) };
  },
} satisfies Operation;
