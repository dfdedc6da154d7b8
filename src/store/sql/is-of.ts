import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * Compares a row's owner when another key finds the row. Written so that PostgreSQL does not use an index that begins
 * with the owner: it has all profile rows, but looks short as long as there are no statistics.
 */
export function isOf(owner: number): RawBuilder<boolean> {
  return sql<boolean>`owner + 0 = ${owner}`;
}
