import { isRecord } from '../../../base/values/kinds.ts';
import type { Conclusion } from './conclusion.ts';
import type { Report } from './report.ts';

/** The report and its conclusion as JSON, for `report.schema.json`. The body of a response is in it once, as text. */
export function renderJson(report: Report, conclusion: Conclusion): string {
  return `${JSON.stringify({ ...report, conclusion }, withoutParsedBody, 2)}\n`;
}

function withoutParsedBody(key: string, value: unknown): unknown {
  if (key !== 'exchange' || !isRecord(value) || !isRecord(value['response'])) return value;
  const { body: _, ...response } = value['response'];
  return { ...value, response };
}
