import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { isPresent, isRecord } from '../../../base/values/kinds.ts';
import type { Selected } from '../../../base/values/select.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { Contract } from '../contract.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { PreconditionNotMet } from '../verdict.ts';
import { sentBody } from '../whole-run/sent-body.ts';
import { fail, shareOf, whyNothingAt } from './expect.ts';

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
    atEnd: true,
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
export function findValues(exchanges: readonly CheckedExchange[], pattern: string): readonly FoundValue[] {
  const end = pattern.lastIndexOf('/*') + '/*'.length;
  if (end < '/*'.length)
    return exchanges.flatMap((exchange) => findBelow({ pointer: '', value: exchange.value, exchange }, pattern));
  const entries = entriesOf(exchanges, pattern.slice(0, end));
  return end === pattern.length ? entries : entries.flatMap((entry) => findBelow(entry, pattern.slice(end)));
}

/** The entries of lists, to which most patterns lead: found once for all contracts that judge the same responses. */
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
    .filter(({ value }) => !ifStated || (value !== undefined && value !== null));
  if (found.length === 0) throw new PreconditionNotMet(whyNothingAt(searches, [at].flat().join(' or ')));
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
 * What is known of the first slice, segment or passenger is known of the others, and what is known of one kind of
 * search is known of the other kinds. A value that may be unknown is missing at some places by chance; one that is
 * missing at all places of a kind, and nowhere else, is lost.
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
/** Known of some airports only, and connections lead over few airports. */
const OF_SOME_AIRPORTS = /\/terminal$/;
