import { searchFlights } from '../../flights/search.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'searchFlights',
  async run({ flights }, context, input) {
    return { body: await searchFlights(flights, context, input.body) };
  },
} satisfies Operation<'searchFlights'>;
