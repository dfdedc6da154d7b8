import type { Assumption } from '../../interface/rules/load-assumptions.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import type { Count, Instant } from '../report/quantities.ts';
import type { ConductArea } from './conduct.ts';
import type { JudgedRecording } from './recording/judge-recording.ts';
import { pageOf } from './rule-page.ts';
import type { AdviceGiven, RuleVerdict, RuleVerdictName } from './verdicts.ts';
import { verdictsOn } from './verdicts.ts';

/** What can be said of the clients of a recording, rule by rule. `--json` writes it; `version` counts its changes. */
export interface JudgeReport {
  version: 1;
  taxiway: string;
  recording: RecordingReport;
  startedAt: Instant;
  durationMs: Count;
  /** How many occasions were decided, `kept`, `broken` or `warn`: with 0 nothing was judged. */
  decided: Count;
  /** How many rules have each verdict. */
  summary: Record<RuleVerdictName, Count>;
  rules: RuleReport[];
  advice: AdviceGiven[];
  /** The assumptions that findings are based on. */
  assumptions: { id: string; value: string }[];
}

export interface RecordingReport {
  /** As the command named it. */
  source: string;
  form: 'har' | 'journal';
  /** Base URLs of the service; empty for a journal. */
  origins: readonly string[];
  /** Origins that may be the service, where none is certain. */
  candidates: readonly string[];
  profiles: ProfileReport[];
  /** Entries or exchanges that it has, how many were judged, and how many were none of the service's. */
  calls: Count;
  judged: Count;
  skipped: Count;
  /** How many a page of the sandbox made, the console for example; they are not judged. */
  passedOver: Count;
  /** How many were not judged, because their profiles were too many. */
  unjudged: Count;
  /** How many came too late in the file to be sorted in. */
  late: Count;
  /** Where a recorder that was killed broke it off, as in `in the middle of entry 3`; null for a file with an end. */
  breaksOff: string | null;
  /** What a journal no longer has, as in `exchange 3 of the profile is missing`; null where it has all. */
  missing: string | null;
  /** When the first and the latest request began, by the clock of the service, ISO 8601; null for none. */
  from: Instant | null;
  to: Instant | null;
}

export interface ProfileReport {
  /** A profile code; a public key where the recording has no code; `unknown` where it has neither. */
  profile: string;
  exchanges: Count;
  /** Why the client may have learned more than the recording shows; null where it did not. */
  gap: string | null;
}

export interface RuleReport extends Omit<RuleVerdict, 'openedBy'> {
  /** Its page in the docs of taxiway. */
  page: string;
}

export interface ReportFacts {
  version: string;
  source: string;
  startedAt: string;
  durationMs: number;
  /** Ids of rules; empty for all. */
  only: readonly string[];
}

/** Writes up a recording that was judged to its end. No secret that it showed is in the report. */
export function buildReport(
  { version, source, startedAt, durationMs, only }: ReportFacts,
  recording: JudgedRecording,
  areas: readonly ConductArea[],
  rules: readonly Rule[],
  assumptions: readonly Assumption[],
): JudgeReport {
  const { form, origins, candidates, calls, judged, unjudged, skipped, passedOver, late, breaksOff, missing } =
    recording;
  const selected = only.length === 0 ? rules : rules.filter(({ id }) => only.includes(id));
  const profiles = recording.judge.profiles().sort();
  const subjects = profiles.flatMap((profile) => recording.judge.subject(profile) ?? []);
  const verdicts = verdictsOn(subjects, areas, selected, true);
  const needed = new Set(verdicts.rules.flatMap(({ findings }) => findings.map(({ assumption }) => assumption)));
  return recording.secrets.redact({
    version: 1,
    taxiway: version,
    recording: {
      source,
      ...{ form, origins, candidates },
      profiles: profiles.map((profile) => {
        const subject = recording.judge.subject(profile);
        return { profile, exchanges: subject?.exchanges ?? 0, gap: subject?.known.gap ?? null };
      }),
      ...{ calls, judged, unjudged, skipped, passedOver, late, breaksOff, missing },
      from: instantOf(recording.from),
      to: instantOf(recording.to),
    },
    startedAt,
    durationMs: Math.round(durationMs),
    decided: verdicts.rules.reduce((sum, { kept, broken, warned }) => sum + kept + broken + warned, 0),
    summary: verdicts.summary,
    // At the end of a recording nothing is open.
    rules: verdicts.rules.map(({ openedBy: _none, ...rule }) => ({ ...rule, page: pageOf(rule.id) })),
    advice: only.length === 0 ? verdicts.advice : [],
    assumptions: assumptions.filter(({ id }) => needed.has(id)).map(({ id, value }) => ({ id, value })),
  });
}

function instantOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
