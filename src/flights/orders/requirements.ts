import type { OfferRequirements } from '../flight-provider.ts';

/**
 * What an offer requires of its order in addition to the fields of every order. The required-fields response and the
 * checks of the order both read this, so that they agree (§2.4, §4.2).
 */
export const orderRequirements = {
  /** `country` of every passenger. */
  nationality: (requirements: OfferRequirements): boolean => requirements.identityDocuments,
  /** One complete identity document of every passenger. */
  document: (requirements: OfferRequirements): boolean => requirements.identityDocuments,
  /** `NationalID` of every passenger: the document requires it wherever `dni` is allowed, without a flag of its own. */
  nationalId: (requirements: OfferRequirements): boolean => requirements.allowedDocuments.includes('dni'),
  /** A phone number of the first passenger that belongs to a country. */
  holder: (requirements: OfferRequirements): boolean => requirements.holder,
  totalSegments: (requirements: OfferRequirements): boolean => requirements.totalSegments,
};
