import type { ProfileOperation } from '../operation.ts';
import { requireJudge } from '../verdicts/require-judge.ts';

export default {
  operationId: 'clearVerdicts',
  access: 'profile',
  async run(service, { profile }) {
    const judge = requireJudge(service);
    await judge.settled();
    const exchanges = judge.subject(profile.code)?.exchanges ?? 0;
    judge.restart(profile.code, null);
    return { body: { exchanges } };
  },
} satisfies ProfileOperation<'clearVerdicts'>;
