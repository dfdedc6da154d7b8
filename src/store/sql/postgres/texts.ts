// PostgreSQL stores every character but NUL. Clients may send NUL, and SQLite stores it. A mark replaces it.

/** Returns a text in a form storable in PostgreSQL. Different texts stay different. */
export function toStorable(text: string): string {
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (found) => MARK + (found === MARK ? '1' : '0')) : text;
}

/** Inverts `toStorable`. */
export function fromStored(text: string): string {
  return text.includes(MARK) ? text.replace(ALL_MARKED, (found) => (found.endsWith('1') ? MARK : '\0')) : text;
}

/** Parses JSON made from stored rows. */
export function parseStored(json: string): unknown {
  if (!json.includes(ESCAPED_MARK)) return JSON.parse(json);
  return JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? fromStored(value) : value));
}

const MARK = '\u0001';
const ESCAPED_MARK = '\\u0001';
const SPECIAL = /[\0\u0001]/;
const ALL_SPECIAL = /[\0\u0001]/g;
const ALL_MARKED = /\u0001[01]/g;
