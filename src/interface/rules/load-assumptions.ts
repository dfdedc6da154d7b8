import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.ts';

/** What this project assumes where the interface document says nothing. */
export interface Assumption {
  id: string;
  /** Where the document leaves it open; a key of `documentSections`. */
  section: string;
  /** What is left open. */
  subject: string;
  /** What we assume. */
  value: string;
  reason: string;
  source: string;
  /** The flag of `taxiway serve` that changes it. */
  setting: string | null;
  /** Why openapi.yaml carries no mark of it; null when it does. */
  specReason: string | null;
}

/** The assumptions in the order of contracts/assumptions.yaml, from which `npm run docs` makes the JSON. */
export function loadAssumptions(): Assumption[] {
  loaded ??= JSON.parse(readFileSync(packageFile('contracts/assumptions.json'), 'utf8')) as Assumption[];
  return loaded;
}

let loaded: Assumption[] | undefined;
