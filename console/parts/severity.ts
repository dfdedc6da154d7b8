import type { Schema } from '../api/client.ts';

type Level = Schema['Finding']['level'];

/** How severe a finding is: its mark, and what it says. The class `severity-<level>` has its colour. */
export const SEVERITIES: Record<Level, { mark: string; says: string }> = {
  broken: { mark: '✕', says: 'Breaks a rule' },
  warn: { mark: '▲', says: 'Differs from an assumption' },
  advice: { mark: '◇', says: 'Advice' },
};
