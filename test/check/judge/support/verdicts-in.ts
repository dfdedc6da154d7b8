import { Readable } from 'node:stream';
import { loadConduct } from '../../../../src/check/judge/load-conduct.ts';
import { judgeRecording } from '../../../../src/check/judge/recording/judge-recording.ts';
import type { Verdicts } from '../../../../src/check/judge/verdicts.ts';
import { verdictsOn } from '../../../../src/check/judge/verdicts.ts';
import { loadSpec } from '../../../../src/interface/openapi/load-spec.ts';
import { loadRules } from '../../../../src/interface/rules/load-rules.ts';

const [areas, spec] = await Promise.all([loadConduct(), loadSpec()]);
const rules = loadRules();

/** The verdicts on all clients in the text of a recording, with all rules. */
export async function verdictsIn(text: string, ...origins: readonly URL[]): Promise<Verdicts> {
  const { judge, unauthenticated } = await judgeRecording(Readable.from([Buffer.from(text)]), {
    ...{ spec, areas, origins, serviceIdHeader: 'X-Service-Id', profile: undefined },
  });
  const subjects = [judge, unauthenticated].flatMap((one) =>
    one.profiles().flatMap((profile) => one.subject(profile) ?? []),
  );
  return verdictsOn(subjects, areas, rules, true);
}

/** The ids of the broken rules. */
export function brokenIn({ rules: judged }: Verdicts): string[] {
  return judged.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
}
