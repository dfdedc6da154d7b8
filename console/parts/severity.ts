import type { Schema } from '../api/client.ts';

type Level = Schema['Finding']['level'];

/** A finding's severity: its mark and its text. The class `severity-<level>` has its colour. */
export const SEVERITIES: Record<Level, { mark: string; says: string }> = {
  broken: { mark: '✕', says: 'Breaks a rule' },
  warn: { mark: '▲', says: 'Differs from an assumption' },
  advice: { mark: '◇', says: 'Advice' },
};
