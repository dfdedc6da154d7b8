import type { ChangeSearchRequest } from '../../api.ts';
import { searchReservationChanges } from '../../transfers/search-changes.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'searchReservationChanges',
  async run({ transfers }, call, req) {
    return { body: await searchReservationChanges(transfers, call, req.body as ChangeSearchRequest) };
  },
} satisfies Operation;
