import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * Compares a row's owner when another key finds the row. An index that begins with the owner does not come into
 * question: it has all profile rows, and PostgreSQL takes it for a short one as long as it has no statistics.
 */
export function isOf(owner: number): RawBuilder<boolean> {
  return sql<boolean>`owner + 0 = ${owner}`;
}
