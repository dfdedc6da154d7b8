import { setTimeout as wait } from 'node:timers/promises';
import { toIso } from '../../base/clock.ts';
import { packageManifest } from '../../base/package-root.ts';
import { stopwatch } from '../../base/stopwatch.ts';
import type { Finding } from '../../check/judge/finding.ts';
import type { ProfileJudge } from '../../check/judge/live/sandbox-judge.ts';
import type { ProfileVerdicts, RuleVerdictName, Verdicts } from '../../check/judge/verdicts.ts';
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
  // The operation waits for calls that need the lock.
  isUnlocked: true,
  async run(service, { profile, query: { ended, verdict, rule } }) {
    const read = await readVerdicts(service, profile.code, ended === 'true');
    const { passedOver, unjudged, gap, unauthenticated, ...verdicts } = read;
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

export const getVerdictsPage = {
  operationId: 'getVerdictsPage',
  access: 'profile',
  ofNobody: true,
  isUnlocked: true,
  async run(service, { profile, now, query: { ended } }) {
    const { code, name } = profile;
    const elapsed = stopwatch();
    const verdicts = await readVerdicts(service, code, ended === 'true');
    const { renderVerdicts } = await import('../../check/judge/live/render-verdicts.ts');
    const source = name === '' ? 'calls that name no profile' : `profile ${name}`;
    const facts = {
      version: packageManifest().version,
      source,
      startedAt: toIso(now),
      durationMs: elapsed(),
      only: [],
    };
    return {
      pieces: [Buffer.from(renderVerdicts(facts, code, verdicts))],
      mediaType: 'text/html',
      fileName: `taxiway-judge-${code}-${toIso(now).slice(0, 10)}.html`,
    };
  },
} satisfies ProfileOperation<'getVerdictsPage'>;

/** Throws `judging_is_off`. `ended`: no call follows, so it waits for those underway. */
async function readVerdicts(service: ControlServices, profileCode: string, ended: boolean): Promise<ProfileVerdicts> {
  const judge = requireJudge(service);
  if (ended) await endCalls(service, profileCode);
  return judge.verdicts(profileCode, ended);
}

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
