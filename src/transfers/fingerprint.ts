import { hash } from 'node:crypto';

/** The same for two requests exactly when they say the same, whatever the order of their fields. */
export function fingerprintOf(request: object): string {
  return hash('sha256', JSON.stringify(request, sortedFields));
}

function sortedFields(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
