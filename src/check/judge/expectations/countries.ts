import { isCountryCode } from '../../../base/countries.ts';

/** A code that ISO 3166-1 assigns, in capitals. */
export function isCountry(value: unknown): boolean {
  return typeof value === 'string' && isCountryCode(value);
}

/**
 * A code in small letters, and XK, which ISO leaves to its users and many of them give Kosovo: the document does not
 * say that they are wrong.
 */
export function isCountryInSmallLetters(value: unknown): boolean {
  return typeof value === 'string' && (value === 'XK' || isCountryCode(value.toUpperCase()));
}
