import { memoizeByObject } from '../base/memoize-by-object.ts';

/**
 * Returns a response body's JSON, as bytes equal to those of JSON.stringify. Items of its lists may share frozen parts
 * (the fares and slices of offers): each part's bytes are made once, and kept as long as the part lives. A frozen value
 * must be frozen with all its parts.
 */
export function toJson(body: object): Buffer {
  const frozen: Buffer[] = [];
  const text = JSON.stringify(markFrozen(body, frozen));
  const pieces = frozen.length > 0 ? text.split(MARK_AS_JSON) : [text];
  // A text in the body may equal the mark.
  if (pieces.length !== frozen.length + 1) return Buffer.from(JSON.stringify(body));
  return frozen.length > 0 ? join(pieces, frozen, Buffer.byteLength(text)) : Buffer.from(text);
}

/** Returns the bytes of the pieces, with a frozen part between each two. `length` is the length with marks. */
function join(pieces: readonly string[], frozen: readonly Buffer[], length: number): Buffer {
  const bytes = Buffer.allocUnsafe(frozen.reduce((sum, part) => sum + part.length - MARK_AS_JSON.length, length));
  let end = 0;
  for (const [i, piece] of pieces.entries()) {
    end += bytes.write(piece, end);
    end += frozen[i]?.copy(bytes, end) ?? 0;
  }
  return bytes;
}

/** Returns a body with marks for its frozen parts; appends their bytes to `frozen`, in text order. */
function markFrozen(body: object, frozen: Buffer[]): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, member]: [string, unknown]) => [
      name,
      Array.isArray(member) ? member.map((item: unknown) => markItem(item, frozen)) : member,
    ]),
  );
}

function markItem(item: unknown, frozen: Buffer[]): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const marked: Record<string, unknown> = { ...item };
  for (const [name, member] of Object.entries(marked)) {
    if (!isFrozen(member)) continue;
    frozen.push(frozenToJson(member));
    marked[name] = MARK;
  }
  return marked;
}

function isFrozen(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.isFrozen(value);
}

const frozenToJson = memoizeByObject((value: object) => Buffer.from(JSON.stringify(value)));
const MARK = '\0frozen';
const MARK_AS_JSON = JSON.stringify(MARK);
