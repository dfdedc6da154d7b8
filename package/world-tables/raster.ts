import { CELL, COLUMNS, NORTH, ROWS } from '../../src/mock-providers/world/land.ts';
import type { Ring } from './topology.ts';

/** Lines of latitude that are measured in each row of cells. */
const LINES = 4;
/** A cell with less land is water. */
const LEAST_LAND = 0.3;

interface Crossing {
  x: number;
  polygon: number;
}

/**
 * The land mass of each cell, as `massOf` numbers them; -1 for water. A cell belongs to the land mass with the largest
 * part of it. Each polygon has at least one cell, unless others have it.
 */
export function rasterize(
  polygons: readonly Ring[][],
  lakes: readonly Ring[][],
  massOf: readonly number[],
): Int32Array {
  const cells = new Int32Array(ROWS * COLUMNS).fill(-1);
  const land = crossingsByLine(polygons);
  const water = crossingsByLine(lakes);
  for (let row = 0; row < ROWS; row++) {
    const covered = new Map<number, Map<number, number>>();
    for (let line = row * LINES; line < (row + 1) * LINES; line++) {
      cover(land[line] ?? [], (cell, part, polygon) => add(covered, cell, massOf[polygon] ?? polygon, part / LINES));
      cover(water[line] ?? [], (cell, part) => add(covered, cell, -1, part / LINES));
    }
    for (const [cell, parts] of covered) cells[row * COLUMNS + cell] = massIn(parts);
  }
  for (const [index, [outer = []]] of polygons.entries()) keepOneCell(cells, outer, massOf[index] ?? index);
  return cells;
}

function add(covered: Map<number, Map<number, number>>, cell: number, mass: number, part: number): void {
  const parts = covered.get(cell) ?? new Map<number, number>();
  parts.set(mass, (parts.get(mass) ?? 0) + part);
  covered.set(cell, parts);
}

function massIn(parts: Map<number, number>): number {
  let [best, most, total] = [-1, 0, -(parts.get(-1) ?? 0)];
  for (const [mass, part] of parts) {
    if (mass < 0) continue;
    total += part;
    if (part > most) [best, most] = [mass, part];
  }
  return total >= LEAST_LAND ? best : -1;
}

function keepOneCell(cells: Int32Array, outer: Ring, mass: number): void {
  const [x, y] = [middle(outer.map((point) => point[0])), middle(outer.map((point) => point[1]))];
  const [row, column] = [Math.floor((NORTH - y) / CELL), Math.floor((x + 180) / CELL)];
  if (row < 0 || row >= ROWS) return;
  const index = row * COLUMNS + ((column + COLUMNS) % COLUMNS);
  if (cells[index] === -1 && outer.length > 3 && span(outer) < 3 * CELL) cells[index] = mass;
}

function middle(values: number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

function span(outer: Ring): number {
  const xs = outer.map((point) => point[0]);
  return Math.max(...xs) - Math.min(...xs);
}

/** The intervals between crossings, as parts of cells. */
function cover(crossings: Crossing[], add: (cell: number, part: number, polygon: number) => void): void {
  crossings.sort((a, b) => a.polygon - b.polygon || a.x - b.x);
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from, to] = [crossings[index], crossings[index + 1]];
    if (!from || !to) return;
    const [start, end] = [(from.x + 180) / CELL, (to.x + 180) / CELL];
    for (let cell = Math.floor(start); cell < end; cell++)
      add((cell + 2 * COLUMNS) % COLUMNS, Math.min(end, cell + 1) - Math.max(start, cell), from.polygon);
  }
}

function crossingsByLine(polygons: readonly Ring[][]): Crossing[][] {
  const lines: Crossing[][] = Array.from({ length: ROWS * LINES }, () => []);
  const latitudeOf = (line: number) => NORTH - ((line + 0.5) * CELL) / LINES;
  for (const [polygon, rings] of polygons.entries())
    for (const ring of rings)
      for (const [index, [x1, y1]] of ring.entries()) {
        const [x2, y2] = ring[index - 1] ?? ring.at(-1) ?? [x1, y1];
        const top = Math.max(0, Math.floor(((NORTH - Math.max(y1, y2)) / CELL) * LINES) - 1);
        const bottom = Math.min(lines.length - 1, Math.ceil(((NORTH - Math.min(y1, y2)) / CELL) * LINES));
        for (let line = top; line <= bottom; line++) {
          const y = latitudeOf(line);
          if (y1 > y !== y2 > y) lines[line]?.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), polygon });
        }
      }
  return lines;
}
