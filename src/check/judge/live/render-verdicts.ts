import { loadAssumptions } from '../../../interface/rules/load-assumptions.ts';
import { renderHtml } from '../../report/formats/html.ts';
import { conclude } from '../conclusion.ts';
import { present } from '../present.ts';
import type { ReportFacts } from '../report.ts';
import { buildLiveReport } from '../report.ts';
import type { ProfileVerdicts } from '../verdicts.ts';

/** Renders current verdicts as the page of `taxiway judge --html`. */
export function renderVerdicts(facts: ReportFacts, profileCode: string, verdicts: ProfileVerdicts): string {
  const report = buildLiveReport(facts, profileCode, verdicts, loadAssumptions());
  return renderHtml(present(report, conclude(report)));
}
