import { lazy } from '../../base/lazy.ts';
import { readTable } from './read-table.ts';
import { plainName } from './spelling.ts';

/**
 * Returns the countries and regions for a name or code at the end of an address: `spain`, `espana`, `usa`, `ny`,
 * `ontario`. Regions have the same form as in towns.txt (`US-NY`). The name is in the spelling of plainName.
 */
export function regionsNamed(plain: string): readonly string[] {
  return regions().get(plain) ?? [];
}

const regions = lazy(readRegions);

function readRegions(): Map<string, string[]> {
  const result = new Map<string, string[]>();
  const add = (plain: string, region: string) => {
    const known = result.get(plain);
    if (!known) result.set(plain, [region]);
    else if (!known.includes(region)) known.push(region);
  };
  for (const line of readTable('countries.txt')) {
    const [code = '', ...names] = line.split('|');
    for (const name of names) add(name, code);
  }
  for (const [name, code] of SHORT) add(plainName(name), code);
  for (const line of readTable('regions.txt')) {
    const [region = '', name = ''] = line.split('|');
    add(plainName(name), region);
    add(region.slice(3).toLowerCase(), region);
  }
  return result;
}

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
