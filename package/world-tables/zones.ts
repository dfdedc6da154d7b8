import { writeFileSync } from 'node:fs';
import { HOUR, MINUTE } from '../../src/base/clock.ts';
import { airportCodes, findAirport } from '../../src/mock-providers/world/places.ts';
import { ZONES_FROM, ZONES_UNTIL } from '../../src/mock-providers/world/zones.ts';

/** Makes zones.txt from the time zones that Node.js has; tables/README.md says how. */
/** No zone changes twice in so short a time. */
const STEP = 48 * HOUR;
const zones = new Set([...airportCodes()].flatMap((code) => findAirport(code)?.timeZone ?? []));
const namesByOffsets = Map.groupBy([...zones].sort(), offsetsOf);
const lines = Array.from(namesByOffsets, ([offsets, names]) => wrapped(`${names.join(' ')}|${offsets}`)).sort();
const source = `the IANA time zone database ${process.versions['tz']}`;
const text = `# Time zones|minutes east of UTC at the beginning of 2024; then, until the beginning of 2040, half hours
# since then in base 36 of each change, and the minutes from there on.
# Made by package/world-tables/zones.ts from ${source}, see README.md.
${lines.join('\n')}
`;
writeFileSync('src/mock-providers/world/tables/zones.txt', text);
console.log(`zones.txt: ${zones.size} zones, ${Math.round(text.length / 1000)} kB`);

function offsetsOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const parts = [`${minutesAt(format, ZONES_FROM)}`];
  for (let at = ZONES_FROM; at < ZONES_UNTIL; at += STEP) {
    const before = minutesAt(format, at);
    if (minutesAt(format, at + STEP) === before) continue;
    let change = at;
    while (minutesAt(format, change) === before) change += HOUR / 2;
    if (change < ZONES_UNTIL)
      parts.push(((change - ZONES_FROM) / (HOUR / 2)).toString(36), `${minutesAt(format, change)}`);
  }
  return parts.join(' ');
}

/** A line that begins with a blank continues the one before. */
function wrapped(line: string): string {
  return line.replace(/(.{80,110}) /g, '$1\n ');
}

/** Minutes east of UTC: `GMT-03:30` is -210. */
function minutesAt(format: Intl.DateTimeFormat, instant: number): number {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  const total = (Number(hours ?? 0) * HOUR) / MINUTE + Number(minutes ?? 0);
  return sign === '-' ? -total : total;
}
