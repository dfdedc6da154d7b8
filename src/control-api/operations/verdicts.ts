import { setTimeout as wait } from 'node:timers/promises';
import { stopwatch } from '../../base/stopwatch.ts';
import type { Finding } from '../../check/judge/finding.ts';
import type { ProfileJudge } from '../../check/judge/live/sandbox-judge.ts';
import type { RuleVerdictName, Verdicts } from '../../check/judge/verdicts.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { ControlServices } from '../control-services.ts';
import { streamFindings } from '../journal/stream-findings.ts';
import type { ProfileOperation } from '../operation.ts';
import { refuseTooMany } from './journal.ts';

export const getVerdicts = {
  operationId: 'getVerdicts',
  access: 'profile',
  ofNobody: true,
  // It waits for calls that need the lock.
  isUnlocked: true,
  async run(service, { profile, query: { ended, verdict, rule } }) {
    const judge = requireJudge(service);
    const hasEnded = ended === 'true';
    if (hasEnded) await endCalls(service, profile.code);
    const { passedOver, unjudged, gap, unauthenticated, ...verdicts } = await judge.verdicts(profile.code, hasEnded);
    return {
      body: {
        verdicts: describeVerdicts(verdicts, { verdict, rule }),
        passedOver,
        unjudged,
        gap,
        unauthenticated: describeBroken(unauthenticated),
      },
    };
  },
} satisfies ProfileOperation<'getVerdicts'>;

/** Waits for calls that a client has sent and abandoned: a running call is in no verdict and no journal yet. */
async function endCalls({ underway }: ControlServices, profileCode: string): Promise<void> {
  const waited = stopwatch();
  const own = [...underway].filter((one) => isCallOf(one, profileCode));
  while (own.some((one) => underway.has(one)) && waited() < MOST_WAIT_MS) await wait(2);
}

/** True also for a call without a known profile so far. */
function isCallOf(one: object, profileCode: string): boolean {
  if (!('req' in one)) return false;
  const { req, profile } = one as Exchange;
  return !req.path.startsWith('/_sandbox') && (profile === undefined || profile.code === profileCode);
}

/** Longer than any delay in an exam. */
const MOST_WAIT_MS = 5000;

export const clearVerdicts = {
  operationId: 'clearVerdicts',
  access: 'profile',
  ofNobody: true,
  async run(service, { profile }) {
    return { body: await requireJudge(service).clear(profile.code) };
  },
} satisfies ProfileOperation<'clearVerdicts'>;

export const streamVerdicts = {
  operationId: 'streamVerdicts',
  access: 'profile',
  ofNobody: true,
  async run(service, { profile }) {
    const judge = requireJudge(service);
    const counts = await judge.counts(profile.code);
    return {
      stream(res) {
        refuseTooMany(judge.watchers.of(profile.code));
        streamFindings({ judge, log: service.log }, profile.code, counts, res);
      },
    };
  },
} satisfies ProfileOperation<'streamVerdicts'>;

/** Throws `judging_is_off` if a setting switches the judge off. */
function requireJudge({ judge }: ControlServices): ProfileJudge {
  if (!judge) throw new Refusal('judging_is_off');
  return judge;
}

/** Selects rules to show from the verdicts. */
interface Selection {
  verdict?: RuleVerdictName | undefined;
  rule?: string | undefined;
}

/** Returns verdicts with the selected rules; with all held findings only for a single selected rule. */
function describeVerdicts({ rules, advice, ...rest }: Verdicts, { verdict, rule }: Selection): Verdicts {
  const selected = rules.filter(
    (each) => (rule === undefined || each.id === rule) && (verdict === undefined || each.verdict === verdict),
  );
  return {
    ...rest,
    rules: rule === undefined ? selected.map(withSomeFindings) : selected,
    advice: advice.map(withSomeFindings),
  };
}

/** Returns verdicts with only the broken rules, `warn` included. */
function describeBroken<Kind extends Verdicts>({ rules, ...rest }: Kind): Kind {
  const broken = rules.filter(({ verdict }) => verdict === 'broken' || verdict === 'warn');
  return { ...rest, ...describeVerdicts({ ...rest, rules: broken }, {}) } as Kind;
}

function withSomeFindings<Part extends { findings: readonly Finding[] }>(part: Part): Part & { findings: Finding[] } {
  return { ...part, findings: part.findings.slice(0, MAX_FINDINGS) };
}

/** Maximum findings for each rule in a response about all rules. */
const MAX_FINDINGS = 10;
