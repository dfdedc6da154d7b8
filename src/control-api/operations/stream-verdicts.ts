import { Refusal } from '../../interface/errors/refusal.ts';
import type { ProfileOperation } from '../operation.ts';
import { requireJudge } from '../verdicts/require-judge.ts';
import { streamVerdicts } from '../verdicts/verdict-stream.ts';
import { MAX_STREAMS } from './stream-journal.ts';

export default {
  operationId: 'streamVerdicts',
  access: 'profile',
  async run(service, { profile }) {
    const judge = requireJudge(service);
    await judge.settled();
    return {
      stream(res) {
        // Checked in the same turn as the start: concurrent requests cannot exceed the limit.
        if (judge.watching(profile.code) >= MAX_STREAMS)
          throw new Refusal('too_many_streams', [
            { path: '', message: `The profile has ${MAX_STREAMS} open streams, and may have no more; close one` },
          ]);
        streamVerdicts(judge, profile.code, res);
      },
    };
  },
} satisfies ProfileOperation<'streamVerdicts'>;
