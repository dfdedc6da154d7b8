import { isPresent, isRecord } from '../../../base/values/kinds.ts';
import type { Selected } from '../../../base/values/select.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { Contract } from '../contract.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { PreconditionNotMet } from '../verdict.ts';
import { fail, whyNothingAt } from './expect.ts';

/** What is expected of the values at one place of a search response. */
export interface ValueCheck {
  /** One or more patterns for select(). */
  at: string | readonly string[];
  /** In words. */
  expected: string;
  fits: (value: unknown) => boolean;
  /** Skips values that are missing or null. */
  ifStated?: boolean;
  /** The name only: it is enough that some have it, as it may be left out where there is no value. */
  named?: boolean;
}

/** A value in a response. */
export interface FoundValue extends Selected {
  exchange: CheckedExchange;
}

/**
 * A contract about the fields of flight offers: every value of the sample searches is as its rule demands. The checks
 * run in their order, so that a property is expected only of what is an object.
 */
export function offerContract(rule: string, title: string, ...checks: readonly ValueCheck[]): Contract {
  return {
    title,
    rules: [rule],
    calls: ['searchFlights'],
    async check(trial) {
      const searches = await trial.sampleSearches();
      for (const check of checks) expectValues(searches, check);
    },
  };
}

/** The checks of an object with these properties, whatever their values. */
export function propertiesOf(at: string, ...names: readonly string[]): ValueCheck[] {
  return [
    { at, expected: `an object with ${names.join(', ')}`, fits: isRecord },
    ...names.map((name) => named(`${at}/${name}`)),
  ];
}

/** The check of a name that is there, whatever its value. */
export function named(at: string | readonly string[]): ValueCheck {
  return { at, expected: 'this name to be present, with a value or null', fits: isPresent, named: true };
}

/** The values that a pattern finds in several responses. */
export function findValues(exchanges: readonly CheckedExchange[], pattern: string): FoundValue[] {
  return exchanges.flatMap((exchange) => select(exchange.value, pattern).map((found) => ({ ...found, exchange })));
}

function expectValues(searches: readonly CheckedExchange[], check: ValueCheck): void {
  const { at, expected, fits, ifStated = false } = check;
  const found = [at]
    .flat()
    .flatMap((pattern) => findValues(searches, pattern))
    .filter(({ value }) => !ifStated || (value !== undefined && value !== null));
  if (found.length === 0) throw new PreconditionNotMet(whyNothingAt(searches, [at].flat().join(' or ')));
  if (check.named && found.some(({ value }) => fits(value))) return;
  const wrong = found.find(({ value }) => !fits(value));
  if (wrong) fail(wrong.exchange, expected, show(wrong.value), wrong.pointer);
}
