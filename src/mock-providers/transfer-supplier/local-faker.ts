import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';
import type { Random } from '../../ids.ts';

/**
 * A faker that speaks the language of a time zone (English where none is at hand) and draws from a stream. It
 * is one object per language: use it before the next stream is given to it. The package is loaded when it
 * is first asked for (16 ms, 1 to 4 ms for each further language), so that starting up does not wait for it.
 */
export function localFaker(timeZone: string, random: Random): Faker {
  stream = random;
  const locale = LOCALES[timeZone] ?? 'en';
  const known = fakers.get(locale);
  if (known) return known;
  const faker = load(locale);
  fakers.set(locale, faker);
  return faker;
}

const fakers = new Map<string, Faker>();
const require = createRequire(import.meta.url);
let stream: Random;

/** Whoever embeds the sandbox may use the package's own instance, so it is not seeded but built anew. */
function load(locale: string): Faker {
  const { faker } = require(`@faker-js/faker/locale/${locale}`) as { faker: Faker };
  const own = new (faker.constructor as typeof Faker)({
    locale: faker.rawDefinitions,
    randomizer: { next: () => stream.fraction(), seed: () => {} },
  });
  own.setDefaultRefDate(0);
  return own;
}

/** Languages in Latin letters only: names have to be read by any traveller. */
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
