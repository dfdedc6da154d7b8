import { Refusal } from '../../errors/refusal.ts';
import { streamExchanges } from '../journal/event-stream.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'streamJournal',
  access: 'profile',
  async run(service, { profile }, req) {
    const last = await service.journal.last(profile!.code);
    const seen = req.headers['last-event-id'] ?? req.query['after'];
    // More than there ever was has been seen of a journal that has begun anew since.
    const after = seen === undefined ? last : Number(seen) > last ? 0 : Number(seen);
    return {
      stream(res) {
        // Only now: between a check that comes earlier and the start, others could start theirs.
        if (service.journal.watching(profile!.code) >= MAX_STREAMS)
          throw new Refusal('too_many_streams', [
            { path: '', message: `The profile has ${MAX_STREAMS} open streams, and may have no more; close one` },
          ]);
        streamExchanges(service, profile!.code, after, res);
      },
    };
  },
} satisfies ControlOperation;

/** Each holds a connection, and reads every exchange of the profile. */
export const MAX_STREAMS = 20;
