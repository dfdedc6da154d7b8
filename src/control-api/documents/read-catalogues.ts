import type { Assumption } from '../../interface/rules/load-assumptions.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { runThread } from './run-thread.ts';

export interface Catalogues {
  rules: Rule[];
  assumptions: Assumption[];
}

/** The rules and assumptions, read once in a process. */
export function readCatalogues(): Promise<Catalogues> {
  reading ??= runThread<Catalogues>('catalogue-thread').catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

let reading: Promise<Catalogues> | undefined;
