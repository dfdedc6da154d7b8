import { memoizeByObject } from '../base/memoize-by-object.ts';

/**
 * Returns the JSON text of a response body, equal to the result of JSON.stringify. Items of its lists may share frozen
 * parts (the fares and slices of offers): the text of each is made once, and kept as long as the part lives. A frozen
 * value must be frozen with all its parts.
 */
export function toJson(body: object): string {
  const frozen: string[] = [];
  const text = JSON.stringify(markFrozen(body, frozen));
  const pieces = text.split(MARK_AS_JSON);
  // A text of the body can be the mark itself.
  if (pieces.length !== frozen.length + 1) return JSON.stringify(body);
  return pieces.flatMap((piece, i) => [piece, frozen[i] ?? '']).join('');
}

/** Returns a body with marks for its frozen parts; appends their texts to `frozen`, in the order of the text. */
function markFrozen(body: object, frozen: string[]): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, member]: [string, unknown]) => [
      name,
      Array.isArray(member) ? member.map((item: unknown) => markItem(item, frozen)) : member,
    ]),
  );
}

function markItem(item: unknown, frozen: string[]): unknown {
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

const frozenToJson = memoizeByObject((value: object) => JSON.stringify(value));
const MARK = '\0frozen';
const MARK_AS_JSON = JSON.stringify(MARK);
