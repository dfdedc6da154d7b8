import type { Row } from '../../../store/state.ts';
import { invalidImport } from './invalid-import.ts';

/**
 * Parses the JSON columns of a row. An order's response is stored without `liveMode`, which every response gets when it
 * is sent.
 */
export function unpackJson(row: Row, columns: readonly string[], path: string): Record<string, unknown> {
  const parsed = Object.fromEntries(columns.map((column) => [column, parse(row[column], `${path}/${column}`)]));
  const { answer } = parsed;
  return typeof answer === 'object' ? { ...parsed, answer: { liveMode: false, ...answer } } : parsed;
}

function parse(text: Row[string] | undefined, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(String(text));
  } catch {
    throw invalidImport(path, 'must be JSON');
  }
  if (!isServable(value, MAX_DEPTH))
    throw invalidImport(path, `must go at most ${MAX_DEPTH} levels deep, with numbers up to ${MAX_NUMBER}`);
  return value;
}

/** Deeper values cannot be serialized again, and larger numbers become null or dates that do not exist. */
function isServable(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= MAX_NUMBER;
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isServable(one, levels - 1));
}

const MAX_DEPTH = 12;
const MAX_NUMBER = 1e15;
