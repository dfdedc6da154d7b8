import { packageFile } from '../../src/base/package-root.ts';
import type { Rule } from '../../src/interface/rules/load-rules.ts';
import type { Entry } from './read-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Returns the rules of contracts/rules.yaml in their order. Throws an Error that names the faulty entry. */
export function readRules(path = packageFile('contracts/rules.yaml')): Rule[] {
  return readCatalogue(path, KEYS, toRule);
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
