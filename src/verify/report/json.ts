import type { Exchange } from '../http/exchange.ts';
import type { Conclusion } from './conclusion.ts';
import type { Report } from './report.ts';

/** The report and its conclusion as JSON, for `report.schema.json`. The body of a response is in it once, as text. */
export function renderJson(report: Report, conclusion: Conclusion): string {
  return `${JSON.stringify({ ...report, conclusion }, (key, value: unknown) => (key === 'exchange' ? withoutParsedBody(value as Exchange | null) : value), 2)}\n`;
}

function withoutParsedBody(exchange: Exchange | null): object | null {
  if (exchange === null) return null;
  const { body: _, ...response } = exchange.response;
  return { ...exchange, response };
}
