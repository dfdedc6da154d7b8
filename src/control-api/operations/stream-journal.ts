import { Refusal } from '../../interface/errors/refusal.ts';
import { streamExchanges } from '../journal/event-stream.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'streamJournal',
  access: 'profile',
  async run(service, { profile, query, req }) {
    const last = await service.journal.last(profile.code);
    const seen = Number(req.headers['last-event-id'] ?? query.after ?? last);
    // A higher number than the last is from before the journal was restarted.
    const after = seen > last ? 0 : seen;
    return {
      stream(res) {
        // Checked in the same turn as the start: concurrent requests cannot exceed the limit.
        if (service.journal.watching(profile.code) >= MAX_STREAMS)
          throw new Refusal('too_many_streams', [
            { path: '', message: `The profile has ${MAX_STREAMS} open streams, and may have no more; close one` },
          ]);
        streamExchanges(service, profile.code, after, res);
      },
    };
  },
} satisfies ProfileOperation<'streamJournal'>;

/** Each stream occupies a connection, and reads every exchange of the profile. */
export const MAX_STREAMS = 20;
