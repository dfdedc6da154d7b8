import { inSlices } from '../../../base/turns.ts';
import type { ImportConflict, ProfileState, Row } from '../../state.ts';
import type { StateColumn, StateTable } from './state-tables.ts';

/** Returns the first conflict between the rows and the tables; undefined if they fit. */
export async function findConflict(
  tables: readonly StateTable[],
  rows: ProfileState['rows'],
): Promise<ImportConflict | undefined> {
  const unknown = Object.keys(rows).find((name) => !tables.some((table) => table.name === name));
  if (unknown !== undefined) {
    const names = tables.map(({ name }) => name).join(', ');
    return { path: `/${unknown}`, message: `there is no table "${unknown.slice(0, 64)}"; there are ${names}` };
  }
  const pause = inSlices();
  for (const table of tables) {
    for (const [i, row] of (rows[table.name] ?? []).entries()) {
      const fault = faultOfRow(table, row);
      if (fault) return { path: `/${table.name}/${i}/${fault.column}`, message: fault.message };
      await pause();
    }
  }
  return undefined;
}

function faultOfRow({ columns }: StateTable, row: Row): { column: string; message: string } | undefined {
  const unknown = Object.keys(row).find((column) => !columns.has(column));
  if (unknown !== undefined) {
    const names = [...columns.keys()].join(', ');
    return { column: unknown, message: `there is no column "${unknown.slice(0, 64)}"; there are ${names}` };
  }
  for (const [name, column] of columns) {
    const message = faultOfValue(column, row[name]);
    if (message) return { column: name, message: `${name} ${message}` };
  }
  return undefined;
}

function faultOfValue({ kind, nullable }: StateColumn, value: unknown): string | undefined {
  if (value === undefined || value === null)
    return nullable ? undefined : `must not be ${value === null ? 'null' : 'missing'}`;
  const { fits, expected } = KIND_CHECKS[kind];
  return fits(value) ? undefined : `must be ${expected}, got ${typeof value}`;
}

const KIND_CHECKS: Record<StateColumn['kind'], { fits: (value: unknown) => boolean; expected: string }> = {
  text: { fits: (value) => typeof value === 'string', expected: 'a text' },
  integer: { fits: (value) => Number.isSafeInteger(value), expected: 'a whole number' },
  number: { fits: (value) => Number.isFinite(value), expected: 'a number' },
};
