/** Languages of the providers' names. */
export type TranslatedLanguage = 'en' | 'es' | 'zh';

/**
 * Returns the language of names for a BCP 47 tag such as `es-MX`: that of its first subtag if the providers have it,
 * else English (assumption flight.languages).
 */
export function translatedLanguage(tag = 'en'): TranslatedLanguage {
  const primary = tag.toLowerCase().split('-')[0];
  return primary === 'es' || primary === 'zh' ? primary : 'en';
}
