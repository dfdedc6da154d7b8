import type { ControlOperation } from '../operation.ts';
import { streamExchanges } from '../journal/event-stream.ts';

export default {
  operationId: 'streamJournal',
  access: 'profile',
  async run(service, { profile }, req) {
    const last = await service.journal.last(profile!.code);
    const seen = req.headers['last-event-id'] ?? req.query['after'];
    // More than there ever was has been seen of a journal that has begun anew since.
    const after = seen === undefined ? last : Number(seen) > last ? 0 : Number(seen);
    return { stream: (res) => streamExchanges(service, profile!.code, after, res) };
  },
} satisfies ControlOperation;
