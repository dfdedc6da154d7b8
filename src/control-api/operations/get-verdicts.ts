import type { ProfileOperation } from '../operation.ts';
import { describeBroken, describeVerdicts } from '../verdicts/describe-verdicts.ts';
import { requireJudge } from '../verdicts/require-judge.ts';

export default {
  operationId: 'getVerdicts',
  access: 'profile',
  async run(service, { profile, query: { ended, verdict, rule } }) {
    const judge = requireJudge(service);
    const hasEnded = ended === 'true';
    const { gap, unauthenticated, ...verdicts } = await judge.verdicts(profile.code, hasEnded);
    return {
      body: {
        verdicts: describeVerdicts(verdicts, { verdict, rule }),
        gap,
        unauthenticated: describeBroken(unauthenticated),
      },
    };
  },
} satisfies ProfileOperation<'getVerdicts'>;
