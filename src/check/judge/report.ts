import type { Assumption } from '../../interface/rules/load-assumptions.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import type { Count, Instant } from '../report/quantities.ts';
import type { ConductArea } from './conduct.ts';
import type { JudgedRecording } from './recording/judge-recording.ts';
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

export interface RecordingReport {
  /** Source as named in the command. */
  source: string;
  form: 'har' | 'journal';
  /** The service's base URLs; empty for a journal. */
  origins: readonly string[];
  /** Possible service origins, if none is certain. */
  candidates: readonly string[];
  profiles: ProfileReport[];
  /** Counts of all entries or exchanges, judged calls, and calls outside the service. */
  calls: Count;
  judged: Count;
  skipped: Count;
  /** Entries that show a call a second time, as seen by a service worker or a proxy; each call is judged once. */
  doubled: Count;
  /** Bookings among them that may be two calls: no request id shows that they are one. */
  perhapsTwice: Count;
  /** Calls from the sandbox's pages, such as the console; they are not judged. */
  passedOver: Count;
  /** Calls not judged due to the profile limit. */
  unjudged: Count;
  /** Calls too late in the file to sort in. */
  late: Count;
  /** Break in a killed recorder's file, as in `in the middle of entry 3`; null for a complete file. */
  breaksOff: string | null;
  /** Part missing from a journal, and the next step: `exchange 3 of the profile is missing; …`; null for none. */
  missing: string | null;
  /** When the first and the latest request began by the service clock, ISO 8601; null for none. */
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
  const { form, origins, candidates, calls, judged, unjudged, skipped, doubled, passedOver } = recording;
  const { perhapsTwice, late, breaksOff, missing } = recording;
  const { only, source } = facts;
  const selected = only.length === 0 ? rules : rules.filter(({ id }) => only.includes(id));
  const profiles = recording.judge.profiles().sort();
  const subjects = profiles.flatMap((profile) => recording.judge.subject(profile) ?? []);
  const { unauthenticated } = recording;
  const claimed = unauthenticated.profiles().flatMap((profile) => unauthenticated.subject(profile) ?? []);
  const about: RecordingReport = {
    source,
    ...{ form, origins, candidates },
    profiles: profiles.map((profile) => {
      const subject = recording.judge.subject(profile);
      return { profile, exchanges: subject?.exchanges ?? 0, gap: subject?.known.gap ?? null };
    }),
    ...{ calls, judged, unjudged, skipped, doubled, perhapsTwice, passedOver, late, breaksOff, missing },
    from: instantOf(recording.from),
    to: instantOf(recording.to),
  };
  const own = verdictsOn(subjects, areas, selected, true);
  return recording.secrets.redact(reportOn(facts, about, own, verdictsOn(claimed, areas, selected, true), assumptions));
}

/** Builds the same report on a running sandbox's or recorder's verdicts. */
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
 * Adds what calls without valid credentials broke. They prove nothing good about a client: anybody can have made them.
 */
function withBroken(own: Verdicts, claimed: Verdicts): Verdicts {
  const summary = { ...own.summary };
  let { decided } = own;
  const rules = own.rules.map((rule, i): RuleVerdict => {
    const other = claimed.rules[i];
    if (!other || other.broken + other.warned === 0) return rule;
    const verdict = rule.broken + other.broken > 0 ? 'broken' : 'warn';
    decided += other.broken + other.warned;
    summary[rule.verdict]--;
    summary[verdict]++;
    const [broken, warned] = [rule.broken + other.broken, rule.warned + other.warned];
    return { ...rule, verdict, broken, warned, findings: [...rule.findings, ...other.findings] };
  });
  return { ...own, decided, summary, rules };
}
