import type { ServiceOperation } from '../operation.ts';
import { describeBroken } from '../verdicts/describe-verdicts.ts';
import { requireJudge } from '../verdicts/require-judge.ts';

export default {
  operationId: 'getSandboxVerdicts',
  access: 'admin',
  async run(service) {
    return { body: { verdicts: describeBroken(await requireJudge(service).verdictsOnNobody()) } };
  },
} satisfies ServiceOperation<'getSandboxVerdicts'>;
