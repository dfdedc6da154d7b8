import type { Conclusion } from './conclusion.ts';
import type { JudgeReport } from './report.ts';

/** The report and its conclusion as JSON, for `judge-report.schema.json`. */
export function renderJson(report: JudgeReport, conclusion: Conclusion): string {
  return `${JSON.stringify({ ...report, conclusion }, null, 2)}\n`;
}
