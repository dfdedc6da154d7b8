import { writeFileSync } from 'node:fs';
import { codesInService } from '../../src/mock-providers/world/places.ts';
import { plainName } from '../../src/mock-providers/world/spelling.ts';

/** Version of Unicode CLDR whose names of countries make countries.txt; tables/README.md says how. */
const CLDR = '48.0';
/** The languages of the service, and others in which travellers write addresses. */
const LOCALES = ['en', 'es', 'zh', 'de', 'fr', 'it', 'pt', 'nl'];

if (process.versions['cldr'] !== CLDR)
  throw new Error(`Node has CLDR ${process.versions['cldr']}, expected ${CLDR}: take the one that README.md names`);
const namesByLocale = LOCALES.map((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }));
/** Iceland is `Island` in German, and many a place is one in English. */
const lines = [...codesInService().keys()].sort().map((code) => {
  const names = namesByLocale.map((names) => names.of(code) ?? '').filter((name) => name !== '' && name !== 'Island');
  return [code, ...new Set(names.map(plainName))].join('|');
});
const text = `# Country|its names in several languages, as plainName writes them.
# Made by package/world-tables/countries.ts from Unicode CLDR ${CLDR}, see README.md.
${lines.join('\n')}
`;
writeFileSync('src/mock-providers/world/tables/countries.txt', text);
console.log(`countries.txt: ${lines.length} countries, ${Math.round(Buffer.byteLength(text) / 1000)} kB`);
