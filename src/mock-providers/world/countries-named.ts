import { codesInService } from './places.ts';
import { readTable } from './read-table.ts';
import { plainName } from './spelling.ts';

/**
 * The countries and regions of a name or code, as an address ends with it: `spain`, `espana`, `usa`, `ny`, `ontario`.
 * Regions as towns.txt writes them (`US-NY`). The name is in the spelling of plainName.
 */
export function regionsNamed(plain: string): readonly string[] {
  regions ??= readRegions();
  return regions.get(plain) ?? [];
}

let regions: ReadonlyMap<string, readonly string[]> | undefined;

function readRegions(): Map<string, string[]> {
  const result = new Map<string, string[]>();
  const add = (name: string, region: string) => {
    const known = result.get(plainName(name));
    if (!known) result.set(plainName(name), [region]);
    else if (!known.includes(region)) known.push(region);
  };
  for (const locale of LOCALES) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    for (const code of codesInService().keys()) {
      const name = names.of(code);
      if (name !== undefined) add(name, code);
    }
  }
  for (const [name, code] of SHORT) add(name, code);
  for (const line of readTable('regions.txt')) {
    const [region = '', name = ''] = line.split('|');
    add(name, region);
    add(region.slice(3), region);
  }
  return result;
}

/** The languages of the service, and others in which travellers write addresses. */
const LOCALES = ['en', 'es', 'zh', 'de', 'fr', 'it'];

const SHORT = [
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['UK', 'GB'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['Scotland', 'GB'],
  ['Wales', 'GB'],
  ['Northern Ireland', 'GB'],
  ['UAE', 'AE'],
  ['Holland', 'NL'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
] as const;
