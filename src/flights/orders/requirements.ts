import type { OfferRequirements } from '../flight-provider.ts';

/**
 * An offer's requirements in addition to the fields of every order. The required-fields response and the order checks
 * both read this, so they agree (§2.4, §4.2).
 */
export const orderRequirements = {
  /** `country` for every passenger. */
  nationality: ({ fields, identityDocuments }: OfferRequirements): boolean => fields?.nationality ?? identityDocuments,
  /** Every passenger's identity document, with its documentFields. */
  document: (requirements: OfferRequirements): boolean => requirements.identityDocuments,
  /** Required document fields in addition to type and number. */
  documentFields: ({ fields }: OfferRequirements): readonly ('issuing_country_code' | 'expires_on')[] =>
    fields?.document ?? ['issuing_country_code', 'expires_on'],
  /** `NationalID` for every passenger: the document requires it wherever `dni` is allowed, without a separate flag. */
  nationalId: (requirements: OfferRequirements): boolean => requirements.allowedDocuments.includes('dni'),
  /** A holder for the provider, taken from the first passenger. */
  holder: (requirements: OfferRequirements): boolean => requirements.holder,
  /** The first passenger's phone number, with a country. */
  holderPhone: ({ fields, holder }: OfferRequirements): boolean => holder || fields?.holder?.includes('phone') === true,
  holderEmail: ({ fields, holder }: OfferRequirements): boolean => holder || fields?.holder?.includes('email') === true,
  /** Flags without an order field. */
  generic: ({ fields }: OfferRequirements): boolean => fields?.generic === true,
  totalSegments: (requirements: OfferRequirements): boolean => requirements.totalSegments,
};
