import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/base/clock.ts';
import { islandNamed } from '../../src/mock-providers/world/islands.ts';
import { findAirport } from '../../src/mock-providers/world/places.ts';
import { readTable, tableBytes } from '../../src/mock-providers/world/read-table.ts';
import { townsNamed } from '../../src/mock-providers/world/towns.ts';
import { zoneOf, ZONES_FROM, ZONES_UNTIL } from '../../src/mock-providers/world/zones.ts';

const folder = new URL('../../src/mock-providers/world/tables/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, folder));

describe('reference tables', () => {
  it.each(['countries.txt', 'land.txt', 'towns.txt', 'zones.txt'])('%s is the one that README.md states', (name) => {
    const stated = new RegExp(`^\\| ${name} \\| \`(\\w{64})\` \\|$`, 'm').exec(bytesOf('README.md').toString('utf8'));
    expect(createHash('sha256').update(bytesOf(name)).digest('hex')).toBe(stated?.[1]);
  });

  it('tables of towns, land and countries add at most 2 MB', () => {
    const names = ['towns', 'land', 'countries', 'islands', 'street-words', 'road-links', 'roads', 'regions', 'zones'];
    expect(names.reduce((sum, name) => sum + bytesOf(`${name}.txt`).length, 0)).toBeLessThan(2_000_000);
  });

  it('tables of towns find a town for each of their names', () => {
    const [, ...lines] = readTable('towns.txt');
    const keys = lines.map((line) => line.slice(0, line.search(/[|>]/)));
    expect(keys.length).toBeGreaterThan(70_000);
    const wrong = keys.filter((key, index) => index % 37 === 0 && !townsNamed(key).every(isTown));
    expect(wrong).toEqual([]);
    expect(['', 'a', 'zzzz', '\uffff', keys[0]?.slice(0, -1) ?? ''].map((key) => townsNamed(key).length)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });

  it('tables of towns are sorted by the bytes of their names', () => {
    const bytes = tableBytes('towns.txt');
    const lines = bytes
      .subarray(bytes.indexOf('\n') + 1)
      .toString('latin1')
      .trimEnd()
      .split('\n');
    const keys = lines.map((line) => line.slice(0, line.search(/[|>]/)));
    expect(keys.filter((key, index) => index > 0 && key < (keys[index - 1] ?? ''))).toEqual([]);
  });

  it('tables of time zones have the offsets of Node.js, at each change and between', () => {
    const names = readTable('zones.txt').flatMap((line) => line.slice(0, line.indexOf('|')).split(' '));
    expect(names.length).toBeGreaterThan(350);
    expect(names.filter((name) => instants(name).some((at) => zoneOf(name).offset(at) !== offsetIn(name, at)))).toEqual(
      [],
    );
  });

  it('Node.js gives the offsets after the end of the tables', () => {
    const at = Date.UTC(2051, 6, 1);
    expect([zoneOf('Europe/Madrid').offset(at), zoneOf('Europe/Madrid').offset(Date.UTC(1999, 0, 1))]).toEqual([
      7_200_000, 3_600_000,
    ]);
    expect(() => zoneOf('Europe/Nowhere')).toThrow(RangeError);
  });

  it('tables of islands name airports for country and time zone', () => {
    const islands = readTable('islands.txt').map((line) => line.split('|'));
    expect(islands.filter(([, , , airport = '']) => !findAirport(airport))).toEqual([]);
    expect(islandNamed('isle of wight')?.name).toBe('Isle of Wight');
  });
});

function isTown({ latitude, longitude, timeZone, country }: ReturnType<typeof townsNamed>[number]): boolean {
  return Math.abs(latitude) < 90 && Math.abs(longitude) <= 180 && timeZone.includes('/') && /^[A-Z]{2}$/.test(country);
}

/** Both sides of each change of the clocks that the table has, and the ends of the table. */
function instants(timeZone: string): number[] {
  const changes: number[] = [];
  for (let at = ZONES_FROM; at < ZONES_UNTIL - DAY; at += 7 * DAY)
    if (zoneOf(timeZone).offset(at) !== zoneOf(timeZone).offset(at + 7 * DAY))
      for (let minute = at; minute < at + 7 * DAY; minute += 12 * HOUR) changes.push(minute);
  const years = Array.from({ length: 33 }, (_, index) => ZONES_FROM + index * 177 * DAY);
  return [ZONES_FROM - 1, ZONES_FROM, ZONES_UNTIL - 1, ZONES_UNTIL, ...years, ...changes.slice(0, 80)];
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetIn(timeZone: string, instant: number): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}
