import { lazy } from '../../base/lazy.ts';
import { readTable } from './read-table.ts';

/** Cells of the world's land, in degrees. */
export const CELL = 0.05;
/** Northern edge of the first row. */
export const NORTH = 72;
export const ROWS = 2560;
export const COLUMNS = 7200;

/** Land runs in a row: first cell, cell after the last one, land mass; one after the other. */
export type Runs = readonly number[];

/** Returns the land runs in a row of cells; none outside the table. */
export function runsOf(row: number): Runs {
  const known = runsByRow.get(row);
  if (known) return known;
  const runs = readRuns(lines()[row] ?? '-');
  if (row >= 0 && row < ROWS) runsByRow.set(row, runs);
  return runs;
}

/** Returns a cell's land mass, or undefined for water. */
export function massAt(row: number, column: number): number | undefined {
  const runs = runsOf(row);
  for (let i = 0; i < runs.length; i += 3) {
    if (column < (runs[i] ?? 0)) return undefined;
    if (column < (runs[i + 1] ?? 0)) return runs[i + 2];
  }
  return undefined;
}

/** Row and column of a place's cell. */
function cellOf({ lat, lng }: { lat: number; lng: number }): [row: number, column: number] {
  return [Math.floor((NORTH - lat) / CELL), Math.floor((lng + 180) / CELL)];
}

/**
 * Returns the land cell nearest to a place and its land mass: airports lie on artificial islands, hotels at the shore.
 * Undefined for a place farther out than a cell: on an island missing from the table.
 */
export function landNear(place: {
  lat: number;
  lng: number;
}): { row: number; column: number; mass: number } | undefined {
  const [row, column] = cellOf(place);
  for (const [down, right] of AROUND) {
    const mass = massAt(row + down, column + right);
    if (mass !== undefined) return { row: row + down, column: column + right, mass };
  }
  return undefined;
}

const AROUND = squareAround(1);

/** Steps to the cells in a square, the nearest first. */
function squareAround(reach: number): readonly (readonly [number, number])[] {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  return steps
    .flatMap((down) => steps.map((right) => [down, right] as const))
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
}

const lines = lazy(() => readTable('land.txt'));
/** At most one entry per table row. */
const runsByRow = new Map<number, Runs>();

function readRuns(line: string): Runs {
  if (line === '-') return [];
  let column = 0;
  return line.split(',').flatMap((run) => {
    const [before = '', length = '', mass = '0'] = run.split('.');
    const start = column + (before === '' ? 0 : parseInt(before, 36));
    column = start + parseInt(length, 36);
    return [start, column, parseInt(mass, 36)];
  });
}
