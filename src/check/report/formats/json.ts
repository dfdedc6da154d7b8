import type { Report } from '../report.ts';

/** Returns the report in its published form. Its schema is generated from `json`'s type. */
export function renderJson({ json }: Report): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}
