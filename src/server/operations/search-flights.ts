import type { FlightSearchRequest } from '../../api.ts';
import { searchFlights } from '../../flights/search.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'searchFlights',
  async run({ flights }, call, req) {
    const { offers, offersJson } = await searchFlights(flights, call, req.body as FlightSearchRequest);
    offersJson.unshift('{"offers":');
    return { body: { offers }, json: offersJson };
  },
} satisfies Operation;
