import type { Assumption } from '../../interface/rules/load-assumptions.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import type { Count, Instant } from '../report/quantities.ts';
import type { ConductArea } from './conduct.ts';
import type { Judge } from './judge.ts';
import type { JudgedRecording, RecordingCounts } from './recording/judge-recording.ts';
import { pageOf } from './rule-page.ts';
import type { AdviceGiven, ProfileVerdicts, RuleVerdict, RuleVerdictName, Verdicts } from './verdicts.ts';
import { verdictsOn } from './verdicts.ts';

/** Verdicts on a recording's clients, rule by rule. `--json` writes it; `version` counts its changes. */
export interface JudgeReport {
  version: 1;
  taxiway: string;
  recording: RecordingReport;
  startedAt: Instant;
  durationMs: Count;
  /** Decided occasions (`kept`, `broken` or `warn`). With 0, no conduct was judged. */
  decided: Count;
  /** Rule count for each verdict. */
  summary: Record<RuleVerdictName, Count>;
  rules: RuleReport[];
  advice: AdviceGiven[];
  /** Assumptions behind the findings. */
  assumptions: { id: string; value: string }[];
}

export interface RecordingReport extends RecordingCounts {
  /** Source as named in the command. */
  source: string;
  profiles: ProfileReport[];
  /** Beginning of the first and the latest request by the service clock, ISO 8601; null without requests. */
  from: Instant | null;
  to: Instant | null;
}

export interface ProfileReport {
  /** A profile code; a public key if the recording has no code; `unknown` without either. */
  profile: string;
  exchanges: Count;
  /** Reason if the client may know more than the recording shows; null otherwise. */
  gap: string | null;
}

export interface RuleReport extends Omit<RuleVerdict, 'openedBy'> {
  /** The rule's page in the docs. */
  page: string;
}

export interface ReportFacts {
  version: string;
  source: string;
  startedAt: string;
  durationMs: number;
  /** Rule ids; empty for all. */
  only: readonly string[];
}

/** Builds the report on a judged recording, without its secrets. */
export function buildReport(
  facts: ReportFacts,
  recording: JudgedRecording,
  areas: readonly ConductArea[],
  rules: readonly Rule[],
  assumptions: readonly Assumption[],
): JudgeReport {
  const { judge, unauthenticated, secrets, from, to, ...counts } = recording;
  const { only, source } = facts;
  const selected = only.length === 0 ? rules : rules.filter(({ id }) => only.includes(id));
  const on = (one: Judge) => {
    const subjects = one.profiles().flatMap((profile) => one.subject(profile) ?? []);
    return verdictsOn(subjects, areas, selected, true);
  };
  const about: RecordingReport = {
    source,
    ...counts,
    profiles: judge.profiles().map((profile) => {
      const subject = judge.subject(profile);
      return { profile, exchanges: subject?.exchanges ?? 0, gap: subject?.known.gap ?? null };
    }),
    from: instantOf(from),
    to: instantOf(to),
  };
  return secrets.redact(reportOn(facts, about, on(judge), on(unauthenticated), assumptions));
}

/** Builds the same report from the verdicts of a running sandbox or recorder. */
export function buildLiveReport(
  facts: ReportFacts,
  profile: string,
  verdicts: ProfileVerdicts,
  assumptions: readonly Assumption[],
): JudgeReport {
  const { exchanges, gap, passedOver, unjudged: missing, unauthenticated } = verdicts;
  const judged = exchanges + unauthenticated.exchanges;
  const about: RecordingReport = {
    ...{ source: facts.source, form: 'journal', origins: [], candidates: [], from: null, to: null },
    profiles: [{ profile, exchanges, gap }],
    ...{ calls: judged + passedOver, judged, passedOver, missing },
    ...{ unjudged: 0, skipped: 0, doubled: 0, perhapsTwice: 0, late: 0, breaksOff: null },
  };
  return reportOn(facts, about, verdicts, unauthenticated, assumptions);
}

/** `claimed`: verdicts on calls without valid credentials. */
function reportOn(
  { version, startedAt, durationMs, only }: ReportFacts,
  recording: RecordingReport,
  own: Verdicts,
  claimed: Verdicts,
  assumptions: readonly Assumption[],
): JudgeReport {
  const { rules, summary, advice } = withBroken(own, claimed);
  const needed = new Set(rules.flatMap(({ findings }) => findings.map(({ assumption }) => assumption)));
  return {
    version: 1,
    taxiway: version,
    recording,
    startedAt,
    durationMs: Math.round(durationMs),
    decided: rules.reduce((sum, { kept, broken, warned }) => sum + kept + broken + warned, 0),
    summary,
    rules: rules.map(({ openedBy: _none, ...rule }) => ({ ...rule, page: pageOf(rule.id) })),
    advice: only.length === 0 ? advice : [],
    assumptions: assumptions.filter(({ id }) => needed.has(id)).map(({ id, value }) => ({ id, value })),
  };
}

function instantOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/**
 * Adds the rules broken by calls without valid credentials. They cannot show that a rule is kept: anyone can make them.
 */
function withBroken(own: Verdicts, claimed: Verdicts): Verdicts {
  const summary = { ...own.summary };
  const rules = own.rules.map((rule, i): RuleVerdict => {
    const other = claimed.rules[i];
    if (!other || other.broken + other.warned === 0) return rule;
    const verdict = rule.broken + other.broken > 0 ? 'broken' : 'warn';
    summary[rule.verdict]--;
    summary[verdict]++;
    const [broken, warned] = [rule.broken + other.broken, rule.warned + other.warned];
    return { ...rule, verdict, broken, warned, findings: [...rule.findings, ...other.findings] };
  });
  return { ...own, summary, rules };
}
