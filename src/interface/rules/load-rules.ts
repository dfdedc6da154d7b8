import { packageFile } from '../../base/package-root.ts';
import type { Entry } from './read-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

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

/** The rules in the order of contracts/rules.yaml. Throws an Error that names the faulty entry. */
export function loadRules(path: string = RULES): Rule[] {
  return readCatalogue(path, KEYS, toRule);
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

function toRule(entry: Entry): Rule {
  return {
    id: entry.id,
    sections: entry.list('sections').map((section) => entry.section(section)),
    bound: entry.oneOf('bound', ['service', 'client', 'both']),
    sentence: entry.text('sentence'),
    operations: entry.list('operations'),
    observed: entry.text('observed'),
    ...(entry.has('conduct') && { conduct: entry.text('conduct') }),
  };
}

const KEYS = ['id', 'sections', 'bound', 'sentence', 'operations', 'observed', 'conduct'];
const RULES = packageFile('contracts/rules.yaml');
