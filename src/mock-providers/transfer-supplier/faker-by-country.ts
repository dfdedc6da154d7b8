import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';
import type { Random } from '../../ids.ts';

/**
 * A faker that speaks the language of a country (English where none is at hand) and draws from a stream. It
 * is one object per language: use it before the next stream is given to it. A language is loaded when it is
 * first asked for, some 25 ms.
 */
export function fakerByCountry(countryCode: string, random: Random): Faker {
  stream = random;
  const locale = LOCALES[countryCode] ?? 'en';
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
  ES: 'es', MX: 'es_MX', FR: 'fr', DE: 'de', AT: 'de_AT', CH: 'de_CH', IT: 'it', PT: 'pt_PT', BR: 'pt_BR',
  NL: 'nl', BE: 'nl_BE', GB: 'en_GB', IE: 'en_IE', SE: 'sv', DK: 'da', NO: 'nb_NO', FI: 'fi', PL: 'pl', TR: 'tr', AU: 'en_AU',
};
