import { readFileSync } from 'node:fs';
import { lazy } from '../../base/lazy.ts';
import { packageFile } from '../../base/package-root.ts';

/** This project's assumption about a point left open by the interface document. */
export interface Assumption {
  id: string;
  /** Section with the open point; a key of `documentSections`. */
  section: string;
  /** The open point. */
  subject: string;
  /** The assumed behaviour. */
  value: string;
  reason: string;
  source: string;
  /** The flag of `taxiway serve` for changing it. */
  setting: string | null;
  /** Reason why openapi.yaml carries no mark for it; null if it does. */
  specReason: string | null;
}

/** Returns the assumptions in the order of contracts/assumptions.yaml. `npm run docs` makes the JSON from it. */
export const loadAssumptions = lazy(
  () => JSON.parse(readFileSync(packageFile('contracts/assumptions.json'), 'utf8')) as Assumption[],
);
