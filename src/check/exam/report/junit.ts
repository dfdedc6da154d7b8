import { redactText } from '../../../exchange/redaction.ts';
import type { Case } from '../../report/junit-xml.ts';
import { renderJunitXml, suite } from '../../report/junit-xml.ts';
import { tasks } from '../situation.ts';
import type { ExamReport, SituationReport } from './report.ts';

/** The report as JUnit XML: a suite for each task, a case for each situation. Secrets are redacted. */
export function renderExamJunit({ situations, durationMs, startedAt }: ExamReport): string {
  const suites = tasks.map((task) => suite(task, situations.filter((one) => one.task === task).map(toCase)));
  return redactText(renderJunitXml(suites, { name: 'taxiway exam', durationMs, startedAt, hostname: 'localhost' }));
}

function toCase({ name, title, standing, result }: SituationReport): Case {
  const durationMs = result?.durationMs ?? 0;
  const findings = result?.findings.map(({ kind, message }) => `${kind}: ${message}`) ?? [];
  const base = { name: `${name}: ${title}`, durationMs, out: result?.clients.map(({ stdout }) => stdout).join('\n') };
  if (standing === 'passed') return { ...base, outcome: 'passed', notes: [] };
  if (standing === 'failed') return { ...base, outcome: 'failure', notes: findings };
  return { ...base, outcome: 'skipped', notes: [[standing, ...findings].join('; ')] };
}
