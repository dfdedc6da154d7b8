import { propertyOf } from '../../../base/values/property.ts';
import type { Fields } from './sent-body.ts';
import { entriesOf } from './sent-body.ts';

/**
 * Returns the required fields for each ordered passenger. Its entries belong to the offer's passengers, in their order
 * or by `idx` (assumption flight.required-fields-payload). Null for a passenger outside the offer.
 */
export function findAsked(
  required: Fields | undefined,
  passengers: readonly Fields[],
  offered: readonly Fields[],
): readonly (Fields | null)[] {
  const entries = entriesOf(required?.['passengers']);
  return passengers.map(({ id }) => {
    const place = offered.findIndex((passenger) => passenger['id'] === id);
    if (place === -1) return null;
    return entries.find(({ idx }) => idx === place) ?? entries[place] ?? null;
  });
}

/** Returns a passenger's allowed document types; null if required-fields does not list them. */
export function allowedDocuments(asked: Fields | null): readonly unknown[] | null {
  const allowed = asked?.['allowedDocuments'];
  return Array.isArray(allowed) ? allowed : null;
}

/** True if a required-fields response sets a holder flag: `phone`, `email` or `countryCode`. */
export function asksHolder(required: Fields | undefined, flag: string): boolean {
  return propertyOf(required?.['holder'], flag) === true;
}

/** The required-fields flags for identity document parts, each with its target field (§4.2). */
export const documentFlags = {
  documentIdentifier: 'unique_identifier',
  documentType: 'type',
  documentExpiresAt: 'expires_on',
  documentCountryCode: 'issuing_country_code',
} as const;

/** True if required-fields asks a passenger for a document. */
export function asksDocument(asked: Fields | null): boolean {
  return asked !== null && Object.keys(documentFlags).some((flag) => asked[flag] === true);
}
