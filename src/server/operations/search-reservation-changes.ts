import { searchReservationChanges } from '../../transfers/search-changes.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'searchReservationChanges',
  async run({ transfers }, context, input) {
    return { body: await searchReservationChanges(transfers, context, input.body) };
  },
} satisfies Operation<'searchReservationChanges'>;
