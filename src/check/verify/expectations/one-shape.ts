import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { NotApplicable } from '../verdict.ts';
import { fail } from './expect.ts';

/**
 * Expects the same documented fields with the same types in all sources' offers; null counts for neither. Throws
 * ContractViolation, or NotApplicable if all offers have one source. (§1, §2.2, §2.3)
 */
export function expectOneShape(searches: readonly CheckedExchange[]): void {
  const [first, ...others] = bySource(searches);
  if (!first || others.length === 0)
    throw new NotApplicable(
      `there are offers of one source only (${first?.source ?? 'none'}): nothing that they could differ from`,
    );
  for (const [part, names] of Object.entries(FIELDS)) {
    for (const name of names) for (const other of others) expectAlike(first, other, `${part}/${name}`);
  }
}

/** The offers from one source, and the place of the first one. */
interface Source {
  source: string;
  exchange: CheckedExchange;
  pointer: string;
  offers: unknown[];
}

function bySource(searches: readonly CheckedExchange[]): Source[] {
  const sources = new Map<string, Source>();
  for (const exchange of searches) {
    for (const { value, pointer } of select(exchange.value, '/offers/*')) {
      const source = `gdsprovider ${show(propertyOf(value, 'gdsprovider'))}`;
      const known = sources.get(source);
      if (known) known.offers.push(value);
      else sources.set(source, { source, exchange, pointer, offers: [value] });
    }
  }
  return [...sources.values()];
}

function expectAlike(some: Source, others: Source, field: string): void {
  const [own, theirs] = [kindsOf(some, field), kindsOf(others, field)];
  // An offer without a hold has no holdId, and one source may have no holds at all.
  const absent =
    field !== '/holdId' && ((isNever(own) && !theirs.has(NOTHING)) || (isNever(theirs) && !own.has(NOTHING)));
  const [a, b] = [describeKinds(own), describeKinds(theirs)];
  if (!absent && (a === '' || b === '' || a === b)) return;
  const { exchange, pointer, source } = others;
  fail(exchange, `${field} of ${source} to be ${a || NOTHING}, as in offers of ${some.source}`, b || NOTHING, pointer);
}

function describeKinds(kinds: ReadonlySet<string>): string {
  return [...kinds]
    .filter((kind) => kind !== NOTHING && kind !== 'null')
    .sort()
    .join(' or ');
}

function kindsOf({ offers }: Source, field: string): Set<string> {
  return new Set(offers.flatMap((offer) => select(offer, field)).map(({ value }) => kindOf(value)));
}

function isNever(kinds: ReadonlySet<string>): boolean {
  return kinds.size === 1 && kinds.has(NOTHING);
}

function kindOf(value: unknown): string {
  if (value === undefined) return NOTHING;
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

const NOTHING = 'nothing';

/** Documented fields. Others, such as a booking link, may be specific to one source. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'offerId',
    'gdsprovider',
    'expiresAt',
    'totalAmount',
    'holdOptions',
    'supportedPassengerIdDocuments',
    'passengerIdentityDocumentsRequired',
    'supportedLoyaltyPrograms',
    'airline',
    'passengers',
    'conditions',
    'slices',
    'CO2EmissionsKg',
    'holdId',
    'originalCurrency',
    'currency',
  ],
  '/slices/*': ['fareName', 'departure', 'arrival', 'durationMinutes', 'conditions', 'segments'],
  '/slices/*/segments/*': [
    'fareName',
    'departure',
    'arrival',
    'airline',
    'flightNumber',
    'durationMinutes',
    'passengers',
  ],
};
