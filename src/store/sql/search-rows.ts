import { nextTurn } from '../../base/turns.ts';

/** Rows in their order, for a text search. */
interface SearchedRows<Row, Place> {
  /** The next rows after a place. */
  read(this: void, after: Place, limit: number): Promise<Row[]>;
  placeOf(this: void, row: Row): Place;
  contains(this: void, row: Row): boolean;
}

/** Returns the first `limit` rows that contain a text. Reads some rows in each turn of the event loop. */
export async function searchRows<Row, Place>(
  { read, placeOf, contains }: SearchedRows<Row, Place>,
  start: Place,
  limit: number,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let place = start; ;) {
    const rows = await read(place, CHUNK);
    found.push(...rows.filter(contains));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK || found.length >= limit) return found.slice(0, limit);
    place = placeOf(last);
    await nextTurn();
  }
}

/** Rows have some 3 kB each, exchanges up to 128 kB. */
const CHUNK = 50;
