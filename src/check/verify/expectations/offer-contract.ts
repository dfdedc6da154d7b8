import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { isPresent, isRecord } from '../../../base/values/kinds.ts';
import type { Selected } from '../../../base/values/select.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { Contract } from '../contract.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { NotApplicable } from '../verdict.ts';
import { sentBody } from '../whole-run/sent-body.ts';
import { fail, nothingAt, shareOf } from './expect.ts';

/** An expectation for the values at one place in a search response. */
export interface ValueCheck {
  /** One or more patterns for select(). */
  at: string | readonly string[];
  /** Expectation in words. */
  expected: string;
  fits: (value: unknown) => boolean;
  /** Skips missing and null values. */
  ifStated?: boolean;
  /** Checks the name only: some offers must have it, as others may omit it if they have no value. */
  named?: boolean;
}

/** Value in a response. */
export interface FoundValue extends Selected {
  exchange: CheckedExchange;
}

/**
 * Returns a contract about flight offer fields: every value from the sample searches meets its rule. The checks run in
 * their order, so only objects are expected to have a property.
 */
export function offerContract(rule: string, title: string, ...checks: readonly ValueCheck[]): Contract {
  return {
    title,
    rules: [rule],
    calls: ['searchFlights'],
    atEnd: true,
    async check(trial) {
      const searches = await trial.sampleSearches();
      for (const check of checks) expectValues(searches, check);
    },
  };
}

/** Returns the checks for an object with these properties, with any values. */
export function propertiesOf(at: string, ...names: readonly string[]): ValueCheck[] {
  return [
    { at, expected: `an object with ${names.join(', ')}`, fits: isRecord },
    ...names.map((name) => named(`${at}/${name}`)),
  ];
}

/** Returns the check for a name, with any value. */
export function named(at: string | readonly string[]): ValueCheck {
  return { at, expected: 'this name to be present, with a value or null', fits: isPresent, named: true };
}

/** Returns the values found by a pattern in several responses. */
export function findValues(exchanges: readonly CheckedExchange[], pattern: string): readonly FoundValue[] {
  const end = pattern.lastIndexOf('/*') + '/*'.length;
  if (end < '/*'.length)
    return exchanges.flatMap((exchange) => findBelow({ pointer: '', value: exchange.value, exchange }, pattern));
  const entries = entriesOf(exchanges, pattern.slice(0, end));
  return end === pattern.length ? entries : entries.flatMap((entry) => findBelow(entry, pattern.slice(end)));
}

/** Returns list entries, with which most patterns start. Finds them once for all contracts with the same responses. */
function entriesOf(exchanges: readonly CheckedExchange[], pattern: string): readonly FoundValue[] {
  const known = entriesByPattern(exchanges);
  const entries =
    known.get(pattern) ??
    findValues(exchanges, pattern.slice(0, -'/*'.length)).flatMap((list) => findBelow(list, '/*'));
  known.set(pattern, entries);
  return entries;
}

const entriesByPattern = memoizeByObject((_: readonly CheckedExchange[]) => new Map<string, readonly FoundValue[]>());

function findBelow({ pointer: outer, value: whole, exchange }: FoundValue, pattern: string): FoundValue[] {
  return select(whole, pattern).map(({ pointer, value }) => ({ pointer: outer + pointer, value, exchange }));
}

function expectValues(searches: readonly CheckedExchange[], check: ValueCheck): void {
  const { at, expected, fits, ifStated = false } = check;
  const found = [at]
    .flat()
    .flatMap((pattern) => findValues(searches, pattern))
    .filter((one) => !ifStated || isKnown(one));
  if (found.length === 0) {
    const nothing = nothingAt(searches, [at].flat().join(' or '));
    throw ifStated && findValues(searches, '/offers/*').length > 0 ? new NotApplicable(nothing.message) : nothing;
  }
  if (check.named && found.some(({ value }) => fits(value))) return expectForEveryKind(found);
  const wrong = found.filter(({ value }) => !fits(value));
  const [first] = wrong;
  if (!first) return;
  const seen = [...new Set(found.map(({ exchange }) => exchange))];
  const share = shareOf(
    wrong.map(({ exchange }) => exchange),
    seen,
  );
  fail(first.exchange, expected, show(first.value) + share, first.pointer);
}

/**
 * Expects a value known for the first slice, segment or passenger to be known for the others, and a value known for one
 * search kind to be known for the others. An unknown value is missing in arbitrary places. A value that is missing
 * everywhere in one kind, and nowhere else, is lost.
 */
function expectForEveryKind(found: readonly FoundValue[]): void {
  if (found.every(isKnown) || found.some(({ pointer }) => OF_SOME_AIRPORTS.test(pointer))) return;
  for (const [kind, isOf] of Object.entries(KINDS)) {
    const { own = [], others = [] } = Object.groupBy(found, (one) => (isOf(one) ? 'own' : 'others'));
    const [first] = own;
    if (!first || own.length < ENOUGH || own.some(isKnown)) continue;
    if (others.length >= ENOUGH && others.every(isKnown))
      fail(
        first.exchange,
        `a value in ${kind}, as everywhere else`,
        `${show(first.value)} in all ${own.length} places`,
        first.pointer,
      );
  }
}

function isKnown({ value }: FoundValue): boolean {
  return value !== undefined && value !== null;
}

const KINDS: Readonly<Record<string, (found: FoundValue) => boolean>> = {
  'later slices': ({ pointer }) => /\/slices\/[1-9]/.test(pointer),
  'later segments': ({ pointer }) => /\/segments\/[1-9]/.test(pointer),
  'later passengers': ({ pointer }) => /\/passengers\/[1-9]/.test(pointer),
  'round trips': ({ exchange }) => listLength(exchange, 'slices') > 1,
  'searches for several passengers': ({ exchange }) => listLength(exchange, 'passengers') > 1,
  'searches in another currency': ({ exchange }) =>
    !['EUR', undefined].includes(sentBody(exchange)['currency'] as string),
};

function listLength(search: CheckedExchange, name: string): number {
  const list = sentBody(search)[name];
  return Array.isArray(list) ? list.length : 0;
}

const ENOUGH = 10;
/** Terminals are known for some airports only, and connections use few airports. */
const OF_SOME_AIRPORTS = /\/terminal$/;
