import type { Exchange } from '../http/exchange.ts';
import { select } from '../values/select.ts';
import type { Selected } from '../values/select.ts';
import { show } from '../values/show.ts';
import { NotApplicable } from '../verdict.ts';
import { fail } from './expect.ts';

/**
 * Offers of one source have the documented fields that those of another have, and of the same kind; null says nothing
 * about either. Throws Broken, or NotApplicable where offers of one source only were seen. (§1, §2.2, §2.3)
 */
export function expectOneShape(searches: readonly Exchange[]): void {
  const [first, ...others] = Object.values(
    Object.groupBy(offersOf(searches), ({ source }) => source),
  ) as SourcedOffer[][];
  if (!first || others.length === 0)
    throw new NotApplicable(
      `offers of one source only were seen (${first?.[0]!.source ?? 'none'}): there is nothing that they could differ from`,
    );
  for (const [part, names] of Object.entries(FIELDS)) {
    for (const name of names) for (const other of others) expectAlike(first, other, `${part}/${name}`);
  }
}

interface SourcedOffer extends Selected {
  exchange: Exchange;
  source: string;
}

function offersOf(searches: readonly Exchange[]): SourcedOffer[] {
  return searches.flatMap((exchange) =>
    select(exchange.response.body, '/offers/*').map((offer) => ({
      ...offer,
      exchange,
      source: `gdsprovider ${show(select(offer.value, '/gdsprovider')[0]?.value)}`,
    })),
  );
}

function expectAlike(some: readonly SourcedOffer[], others: readonly SourcedOffer[], field: string): void {
  const [own, theirs] = [kindsOf(some, field), kindsOf(others, field)];
  // Without a hold there is no holdId, and one source may have no holds at all.
  const absent =
    field !== '/holdId' && ((isNever(own) && !theirs.has(NOTHING)) || (isNever(theirs) && !own.has(NOTHING)));
  const [a, b] = [own, theirs].map((kinds) =>
    [...kinds]
      .filter((kind) => kind !== NOTHING && kind !== 'null')
      .sort()
      .join(' or '),
  ) as [string, string];
  if (!absent && (a === '' || b === '' || a === b)) return;
  const { exchange, pointer, source } = others[0]!;
  fail(
    exchange,
    `${field} of ${source} to be ${a || NOTHING}, as in offers of ${some[0]!.source}`,
    b || NOTHING,
    pointer,
  );
}

function kindsOf(offers: readonly SourcedOffer[], field: string): Set<string> {
  return new Set(offers.flatMap(({ value }) => select(value, field)).map(({ value }) => kindOf(value)));
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

/** What else there is, a booking link for example, may be of one source alone. */
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
