import type { ConductArea } from '../../check/judge/conduct.ts';
import type { Judge } from '../../check/judge/judge.ts';
import type { RuleVerdict, Verdicts } from '../../check/judge/verdicts.ts';
import { ruleVerdicts, verdictsOn } from '../../check/judge/verdicts.ts';
import type { Redaction } from '../../exchange/redaction.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { ControlError } from './control-error.ts';

/** What it takes to say where clients stand. */
interface Court {
  areas: readonly ConductArea[];
  rules: readonly Rule[];
  secrets: Redaction;
}

/**
 * The verdicts on a profile, in the shape of the control API of a sandbox; on all profiles together without one. The
 * query selects: `ended=true`, `verdict`, `rule`.
 */
export function readVerdicts(judge: Judge, court: Court, profile: string | null, query: URLSearchParams): object {
  const subjects = (profile === null ? judge.profiles() : [profile]).flatMap((code) => judge.subject(code) ?? []);
  if (profile !== null && subjects.length === 0)
    throw new ControlError(404, 'unknown_profile', `No call of the profile ${quote(profile)} was seen so far`);
  const verdicts = select(
    verdictsOn(subjects, court.areas, court.rules, readEnded(query)),
    readVerdict(query),
    query.get('rule'),
  );
  const gap = subjects.find(({ known }) => known.gap !== null)?.known.gap ?? null;
  if (profile === null) return court.secrets.redact({ verdicts });
  const unauthenticated = verdictsOn([], court.areas, [], false);
  return court.secrets.redact({ verdicts, gap, unauthenticated });
}

/** With all held findings of a rule only where it is the one. */
function select({ rules, advice, ...rest }: Verdicts, verdict: string | null, rule: string | null): Verdicts {
  const selected = rules.filter(
    (each) => (rule === null || each.id === rule) && (verdict === null || each.verdict === verdict),
  );
  const cut = <Part extends Pick<RuleVerdict, 'id'> & { findings: readonly unknown[] }>(part: Part): Part => ({
    ...part,
    findings: part.findings.slice(0, MAX_FINDINGS),
  });
  return { ...rest, rules: rule === null ? selected.map(cut) : selected, advice: advice.map(cut) };
}

function readEnded(query: URLSearchParams): boolean {
  const ended = query.get('ended') ?? 'false';
  if (ended !== 'true' && ended !== 'false') refuse(`"ended" is ${quote(ended)}; expected true or false`);
  return ended === 'true';
}

function readVerdict(query: URLSearchParams): string | null {
  const verdict = query.get('verdict');
  if (verdict === null || ruleVerdicts.some((known) => known === verdict)) return verdict;
  return refuse(`"verdict" is ${quote(verdict)}; expected one of ${ruleVerdicts.join(', ')}`);
}

function refuse(message: string): never {
  throw new ControlError(400, 'invalid_request', message);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}

/** Findings of each rule in a response about all of them. */
const MAX_FINDINGS = 10;
