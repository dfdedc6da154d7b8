/** A JSON text's value, and its first fault in words; empty without one. */
export interface ReadJson {
  value: unknown;
  fault: string;
}

/**
 * Reads JSON tolerantly and reports what stops a strict client: `at byte 812, after }: "x"`. The value is undefined if
 * the text has none.
 */
export function readJson(text: string): ReadJson {
  const value = parse(text);
  // A text in the usual form has no repeated name, and comparing is much faster than scanning.
  if (value !== undefined && JSON.stringify(value) === text) return { value, fault: '' };
  const { end, repeated, odd } = scan(text);
  if (value !== undefined)
    return { value, fault: repeated ? faultAt(text, repeated.index, `${repeated.name} for the second time`) : '' };
  if (odd) {
    const plain = text.replace(TOKENS, (token) => (isOdd(token) ? 'null' : token));
    return { value: parse(plain), fault: faultAt(text, odd.index, odd.token) };
  }
  return { value: parse(text.slice(0, end)), fault: faultAt(text, end, JSON.stringify(text.slice(end, end + SHOWN))) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds the end of the first object or list, the first repeated name and the first number outside JSON. */
function scan(text: string) {
  const open: Set<string>[] = [];
  let repeated: { name: string; index: number } | undefined;
  let odd: { token: string; index: number } | undefined;
  for (const { 0: token, 1: name, index } of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (name !== undefined && open.at(-1)?.has(name)) repeated ??= { name, index };
    else if (name !== undefined) open.at(-1)?.add(name);
    else if (isOdd(token)) odd ??= { token, index };
    if (open.length === 0) return { end: index + token.length, repeated, odd };
  }
  return { end: text.length, repeated, odd };
}

function isOdd(token: string): boolean {
  return /^-?(NaN|Infinity)$/.test(token);
}

function faultAt(text: string, index: number, found: string): string {
  const before = text.slice(0, index);
  return `at byte ${Buffer.byteLength(before)}, after ${before.trimEnd().slice(-1) || 'nothing'}: ${found}`;
}

const TOKENS = /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b|[{}[\]]/g;
const SHOWN = 20;
