import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * Compares the owner of a row that is found by another key. An index that begins with the owner does not come into
 * question: it has all rows of a profile, and PostgreSQL takes it for a short one as long as it has no statistics.
 */
export function isOf(owner: number): RawBuilder<boolean> {
  return sql<boolean>`owner + 0 = ${owner}`;
}
