import { MAX_CHARACTERS, parseScenarios, writeScenarios } from './parse.ts';
import type { Registry } from './registry.ts';
import { findScenario, NONE } from './registry.ts';

/**
 * Reads the selectors in a text typed into a form: case-insensitive, with blanks or nothing for hyphens, and with words
 * for digits. `BadGateway After Commit` is `502-after-commit`. Returns any other text in lower case.
 */
export function readSpelled(registry: Registry, text: string): string {
  const typed = text.trim().toLowerCase();
  if (typed.length > MAX_CHARACTERS) return typed;
  try {
    const steps = parseScenarios(typed);
    return writeScenarios(
      steps.map((step) => step.map((one) => ({ ...one, name: findSpelled(registry, one.name) ?? one.name }))),
    );
  } catch (error) {
    if (error instanceof RangeError) return typed;
    throw error;
  }
}

/** Finds the scenario with a name as people type it. Returns undefined if there is none. */
export function findSpelled(registry: Registry, name: string): string | undefined {
  const exact = name.toLowerCase();
  if (findScenario(registry, exact)) return exact;
  if (!/^[a-z][a-z' -]*$/.test(exact)) return undefined;
  const names = [...registry.keys(), NONE.name];
  return names.find((each) => letters(SPELLED.reduce(spell, each)) === letters(exact));
}

const SPELLED = [
  ['429', 'too-many-requests'],
  ['502', 'bad-gateway'],
  ['503', 'service-unavailable'],
  ['0', 'zero'],
  ['1', 'one'],
] as const;

function spell(name: string, [digits, word]: (typeof SPELLED)[number]): string {
  return name.replace(digits, word);
}

function letters(text: string): string {
  return text.replaceAll(/[^a-z]/g, '');
}
