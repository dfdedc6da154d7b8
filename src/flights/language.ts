/** Languages that the providers have names in. */
export type TranslatedLanguage = 'en' | 'es' | 'zh';

/**
 * The language in which names are written for a BCP 47 tag such as `es-MX`: that of its first subtag where the
 * providers have it, else English (assumption flight.languages).
 */
export function translatedLanguage(tag = 'en'): TranslatedLanguage {
  const primary = tag.toLowerCase().split('-')[0];
  return primary === 'es' || primary === 'zh' ? primary : 'en';
}
