import type { Fields } from './sent-body.ts';

/** The required-fields flags that ask for something of an identity document, and where it goes (§4.2). */
export const documentFlags = {
  documentIdentifier: 'unique_identifier',
  documentType: 'type',
  documentExpiresAt: 'expires_on',
  documentCountryCode: 'issuing_country_code',
} as const;

/** Whether required-fields asks a passenger for a document. */
export function asksDocument(asked: Fields | null): boolean {
  return asked !== null && Object.keys(documentFlags).some((flag) => asked[flag] === true);
}
