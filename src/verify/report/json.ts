import type { Exchange } from '../http/exchange.ts';
import type { Conclusion } from './conclusion.ts';
import type { Report } from './report.ts';

/** The report and its conclusion as JSON, for `report.schema.json`. The body of an answer stands there once, as text. */
export function renderJson(report: Report, conclusion: Conclusion): string {
  return `${JSON.stringify({ ...report, conclusion }, (key, value: unknown) => (key === 'exchange' && value !== null ? withoutParsedBody(value as Exchange) : value), 2)}\n`;
}

function withoutParsedBody({ response: { body: _, ...response }, ...exchange }: Exchange) {
  return { ...exchange, response };
}
