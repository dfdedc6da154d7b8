import { nextTurn } from '../../../base/turns.ts';
import type { Page, PageQuery, Place } from '../../resources.ts';

/** One table's rows in page order. */
interface Rows<Row, R> {
  /** The first rows, after a place if given. */
  read(this: void, after: Place | null, limit: number): Promise<Row[]>;
  placeOf(this: void, row: Row): Place;
  /** A row's searchable texts. Random stream keys are not among them. */
  texts(this: void, row: Row): readonly (string | null)[];
  toRecord(this: void, row: Row): R;
}

/** Reads a page. For a text search, reads some rows in each turn of the event loop. */
export async function readPage<Row, R>({ after, limit, contains }: PageQuery, rows: Rows<Row, R>): Promise<Page<R>> {
  // One more than the page if there is a next page.
  const found =
    contains === undefined
      ? await rows.read(after, limit + 1)
      : await readContaining(contains.toLowerCase(), after, limit + 1, rows);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { records: page.map(rows.toRecord), next: last ? rows.placeOf(last) : null };
}

async function readContaining<Row, R>(
  text: string,
  after: Place | null,
  limit: number,
  { read, placeOf, texts }: Rows<Row, R>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let place = after; ;) {
    const rows = await read(place, CHUNK);
    found.push(...rows.filter((row) => texts(row).some((each) => each?.toLowerCase().includes(text))));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK || found.length >= limit) return found.slice(0, limit);
    place = placeOf(last);
    await nextTurn();
  }
}

/** Rows have some 3 kB each. */
const CHUNK = 100;
