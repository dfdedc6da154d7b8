import { readFileSync } from 'node:fs';
import { lazy } from '../../base/lazy.ts';
import { packageFile } from '../../base/package-root.ts';

/** One normative statement in the interface document. */
export interface Rule {
  id: string;
  /** Sections with the statement; keys of `documentSections`. */
  sections: string[];
  bound: Bound;
  /** The rule, paraphrased. */
  sentence: string;
  /** operationIds in openapi.yaml. */
  operations: string[];
  /** External evidence that the rule is followed; `no: <why>` if there is none. */
  observed: string;
  /** `no: <why>` for a client's rule without such evidence in any exchange. */
  conduct?: string;
}

/** Party able to break a rule; `both`: the client must follow it and the service must enforce it. */
export type Bound = 'service' | 'client' | 'both';

/**
 * Returns the rules in the order of contracts/rules.yaml. `npm run docs` makes the JSON from it: parsing the YAML takes
 * 0.1 seconds.
 */
export const loadRules = lazy(() => JSON.parse(readFileSync(packageFile('contracts/rules.json'), 'utf8')) as Rule[]);

/** False for a rule that a client or service can break without external evidence. */
export function isObservable(rule: Rule): boolean {
  return !rule.observed.startsWith('no:');
}

/**
 * Returns the reason why no exchange shows the client's compliance with a rule; null if one can. Does not concern the
 * service.
 */
export function hiddenConduct({ observed, conduct = observed }: Rule): string | null {
  return conduct.startsWith('no:') ? conduct.replace(/^no: */, '') : null;
}
