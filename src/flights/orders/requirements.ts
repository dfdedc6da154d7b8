import type { OfferRequirements } from '../flight-provider.ts';

/**
 * What an offer asks of its order beyond the fields that every order has. The required-fields answer and the
 * checks of the order both read this, so that what the one asks for is what the other insists on (§2.4, §4.2).
 */
export const orderRequirements = {
  /** `country` of every passenger. */
  nationality: (requirements: OfferRequirements): boolean => requirements.identityDocuments,
  /** One complete identity document of every passenger. */
  document: (requirements: OfferRequirements): boolean => requirements.identityDocuments,
  /** `NationalID` of every passenger: the document asks for it wherever `dni` is allowed, with no flag of its own. */
  nationalId: (requirements: OfferRequirements): boolean => requirements.allowedDocuments.includes('dni'),
  /** A phone number of the first passenger that belongs to a country. */
  holder: (requirements: OfferRequirements): boolean => requirements.holder,
  totalSegments: (requirements: OfferRequirements): boolean => requirements.totalSegments,
};
