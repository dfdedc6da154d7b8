import type { Examination } from '../store/sql/postgres/doctor/examine.ts';

export type { Examination };

/** Examines a PostgreSQL store, and changes nothing. Loads the PostgreSQL client. */
export async function examineStore(store: string, connections?: number): Promise<Examination> {
  return (await import('../store/sql/postgres/doctor/examine.ts')).examinePostgres(store, connections);
}
