import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.ts';

/** One normative statement of the interface document. */
export interface Rule {
  id: string;
  /** Where the document says it; keys of `documentSections`. */
  sections: string[];
  bound: Bound;
  /** The rule, paraphrased. */
  sentence: string;
  /** operationIds of openapi.yaml. */
  operations: string[];
  /** What shows from outside whether the rule is followed; `no: <why>` when nothing does. */
  observed: string;
  /** `no: <why>` for a rule that binds the client, when no exchange shows whether the client follows it. */
  conduct?: string;
}

/** Who can break a rule; `both`: the client must follow it and the service must enforce it. */
export type Bound = 'service' | 'client' | 'both';

/**
 * The rules in the order of contracts/rules.yaml. `npm run docs` makes the JSON from it: parsing the YAML takes a
 * tenth of a second.
 */
export function loadRules(): Rule[] {
  loaded ??= JSON.parse(readFileSync(packageFile('contracts/rules.json'), 'utf8')) as Rule[];
  return loaded;
}

/** False for a rule whose violation does not show outside the client or the service. */
export function isObservable(rule: Rule): boolean {
  return !rule.observed.startsWith('no:');
}

/**
 * Why no exchange shows whether the client follows a rule; null where one can. It says nothing of the service.
 */
export function hiddenConduct({ observed, conduct = observed }: Rule): string | null {
  return conduct.startsWith('no:') ? conduct.replace(/^no: */, '') : null;
}

let loaded: Rule[] | undefined;
