import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';
import type { Random } from '../../base/ids.ts';
import { Lru } from '../../base/lru.ts';

/**
 * Returns a faker in a time zone's language (English for zones outside LOCALES), with draws from a stream. There is one
 * object per language: use it before the next call passes another stream. The first call loads the package (16 ms, 1 to
 * 4 ms for each further language), so start-up does not wait for it.
 */
export function localFaker(timeZone: string, random: Random): Faker {
  stream = random;
  const locale = LOCALES[timeZone] ?? 'en';
  return fakers.getOrCreate(locale, () => load(locale));
}

/** More than the existing languages, because a faker takes milliseconds to load. */
const fakers = new Lru<Faker>(30);
const require = createRequire(import.meta.url);
let stream: Random;

/** Creates a new instance: a program that embeds the sandbox may use the package's shared one. */
function load(locale: string): Faker {
  const { faker } = require(`@faker-js/faker/locale/${locale}`) as { faker: Faker };
  const own = new (faker.constructor as typeof Faker)({
    locale: faker.rawDefinitions,
    randomizer: { next: () => stream.fraction(), seed: () => {} },
  });
  own.setDefaultRefDate(0);
  return own;
}

/** Languages in Latin letters only, so any traveller can read the names. */
const LOCALES: Record<string, string> = {
  'Europe/Madrid': 'es',
  'Atlantic/Canary': 'es',
  'Europe/Lisbon': 'pt_PT',
  'Europe/Paris': 'fr',
  'Europe/Brussels': 'nl_BE',
  'Europe/Amsterdam': 'nl',
  'Europe/Berlin': 'de',
  'Europe/Vienna': 'de_AT',
  'Europe/Zurich': 'de_CH',
  'Europe/Rome': 'it',
  'Europe/London': 'en_GB',
  'Europe/Stockholm': 'sv',
  'Europe/Copenhagen': 'da',
  'Europe/Oslo': 'nb_NO',
  'Europe/Helsinki': 'fi',
  'Europe/Warsaw': 'pl',
  'Europe/Istanbul': 'tr',
  'America/Mexico_City': 'es_MX',
  'America/Sao_Paulo': 'pt_BR',
};
