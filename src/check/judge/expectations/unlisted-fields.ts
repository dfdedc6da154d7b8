import type { Fields } from './sent-body.ts';
import { entriesOf } from './sent-body.ts';

/** A field outside the lists in §2.4 and §2.5. */
export interface UnlistedField {
  name: string;
  /** JSON pointer into the order. */
  pointer: string;
  value: unknown;
  /** The field's meaning, or `other` if the document does not mention it. */
  kind: 'price' | 'user-id' | 'holder' | 'generic' | 'document' | 'account' | 'other';
}

/** Finds the unlisted fields in an order, at every documented depth. */
export function findUnlisted(order: Fields, passengers: readonly Fields[]): readonly UnlistedField[] {
  const found: UnlistedField[] = [];
  collect(found, order, '', ORDER, 'other');
  passengers.forEach((passenger, i) => {
    collect(found, passenger, `/passengers/${i}`, PASSENGER, 'other');
    collectAll(found, passenger, `/passengers/${i}`, 'identity_documents', DOCUMENT, 'document');
    collectAll(found, passenger, `/passengers/${i}`, 'loyaltyProgrammeAccounts', ACCOUNT, 'account');
  });
  collectAll(found, order, '', 'totalSegments', SEGMENT, 'other');
  return found.length === 0 ? NONE : found;
}

function collectAll(
  found: UnlistedField[],
  parent: Fields,
  place: string,
  list: string,
  known: ReadonlySet<string>,
  kind: UnlistedField['kind'],
): void {
  if (parent[list] === undefined) return;
  entriesOf(parent[list]).forEach((entry, i) => collect(found, entry, `${place}/${list}/${i}`, known, kind));
}

function collect(
  found: UnlistedField[],
  fields: Fields,
  place: string,
  known: ReadonlySet<string>,
  kind: UnlistedField['kind'],
): void {
  for (const name in fields) {
    if (known.has(name)) continue;
    const pointer = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    found.push({ name, pointer, value: fields[name], kind: kindOf(name) ?? kind });
  }
}

function kindOf(name: string): UnlistedField['kind'] | undefined {
  if (name === 'originalPrice') return 'price';
  if (USER_ID.test(name)) return 'user-id';
  if (HOLDER.test(name)) return 'holder';
  return GENERIC.has(name) ? 'generic' : undefined;
}

const ORDER = new Set(['currency', 'type', 'holdId', 'passengers', 'totalSegments']);
const PASSENGER = new Set([
  'id',
  'type',
  'title',
  'firstName',
  'lastName',
  'gender',
  'bornDate',
  'email',
  'phone_number',
  'country',
  'NationalID',
  'infant_passenger_id',
  'identity_documents',
  'loyaltyProgrammeAccounts',
]);
const DOCUMENT = new Set(['type', 'unique_identifier', 'issuing_country_code', 'expires_on']);
const ACCOUNT = new Set(['airlineIataCode', 'accountNumber']);
const SEGMENT = new Set(['originCode', 'destinationCode', 'flightNumber', 'departureDate']);
/**
 * Matches `userId`, `user_id`, `createdByUserId`, `userUuid`. Any other user id counts as an ordinary unlisted field.
 */
const USER_ID = /^\w*user[-_.]?(?:ids?|uid|uuid|identifier|key)$|^(?:internal[-_]?)?user$|^uid$/i;
const HOLDER = /^holder/i;
/** The required-fields flags without a field (§4.2). */
const GENERIC = new Set(['age', 'address', 'city', 'postalCode', 'documentIssuedAt']);
const NONE: readonly UnlistedField[] = [];
