import { ConfigError } from '../../base/config-error.ts';
import { nearest } from '../../base/nearest.ts';
import type { Rule } from './load-rules.ts';
import { isObservable } from './load-rules.ts';

/**
 * Returns the rule ids selected `by` a flag, by id or by id prefix (`flight-order.passengers`); an empty list selects
 * all. Throws ConfigError for a name without an observable rule for the party.
 */
export function selectRules(
  names: readonly string[],
  rules: readonly Rule[],
  party: 'service' | 'client' = 'service',
  by = '--only',
): string[] {
  return [...new Set(names.flatMap((name) => selectRule(name, rules, party, by)))];
}

function selectRule(name: string, rules: readonly Rule[], party: 'service' | 'client', by: string): string[] {
  const selected = rules.filter(({ id }) => id === name || id.startsWith(`${name}.`));
  const [first] = selected;
  if (first === undefined) {
    const known = rules.flatMap(({ id }) => prefixesOf(id));
    const near = nearest(name, known);
    throw new ConfigError(
      `${by} ${name} is not a rule and not the beginning of ` +
        `one${near === null ? '' : `; the nearest is ${near}`}. \`taxiway rules\` lists them`,
    );
  }
  const checked = selected.filter(({ bound }) => bound === party || bound === 'both').filter(isObservable);
  if (checked.length === 0)
    throw new ConfigError(
      `${by} ${name} selects no check: ${whyNot(first, party)}. \`taxiway rules --coverage\` lists which ` +
        'rules are checked',
    );
  return checked.map(({ id }) => id);
}

function whyNot({ id, bound, observed }: Rule, party: 'service' | 'client'): string {
  if (bound !== 'both' && bound !== party) return `${id} binds the ${bound}, not the ${party}`;
  return `${id} cannot be observed (${observed.replace(/^no: /, '')})`;
}

/** Returns the prefixes: `a.b.c` → `a`, `a.b`, `a.b.c`. */
function prefixesOf(id: string): string[] {
  const words = id.split('.');
  return words.map((_, index) => words.slice(0, index + 1).join('.'));
}
