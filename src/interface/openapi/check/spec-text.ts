import type { Document, LineCounter, Node } from 'yaml';
import { isRecord } from '../../../base/values/kinds.ts';
import { RESTORE, SpecError } from '../spec-error.ts';
import type { Fault } from './fault.ts';

/** The text of a spec, with the positions of its parts. */
export interface SpecText {
  path: string;
  document: Document.Parsed;
  lines: LineCounter;
}

/** Reads the text of a spec. Throws SpecError for bytes that are not UTF-8, and for faults of its YAML. */
export async function readSpecText(path: string, bytes: Buffer): Promise<SpecText> {
  if (bytes.length > MAX_BYTES)
    throw new SpecError(`${path} has ${bytes.length} bytes; a spec has at most ${MAX_BYTES}. ${RESTORE}`);
  const text = decode(path, bytes);
  if (text.trim() === '') throw new SpecError(`${path} is empty. ${RESTORE}`);
  const control = /[^\P{Cc}\t\n\r\x85]/u.exec(text);
  if (control)
    throw new SpecError(
      `${path}:${text.slice(0, control.index).split('\n').length} has the control character ` +
        `${JSON.stringify(control[0])}. Remove it. ${RESTORE}`,
    );
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => {
    const { line, col } = lines.linePos(pos[0]);
    return `${path}:${line}:${col} YAML: ${message}`;
  });
  if (faults.length > 0) throw toSpecError(path, faults);
  return { path, document, lines };
}

/** Returns the error for the faults of a spec, each with its line and JSON pointer. */
export function explainFaults(text: SpecText, faults: readonly Fault[]): SpecError {
  return toSpecError(
    text.path,
    faults.map(({ path, message }) => {
      const { keys, line, col } = placeOf(text, path);
      return `${text.path}:${line}:${col} ${pointerOf(keys)}: ${message}`;
    }),
  );
}

function toSpecError(path: string, faults: readonly string[]): SpecError {
  const listed = [...new Set(faults)];
  const rest = listed.length - MAX_LISTED;
  return new SpecError(
    [
      `${path} is not a valid OpenAPI document: ${listed.length} ${listed.length === 1 ? 'fault' : 'faults'}`,
      ...listed.slice(0, MAX_LISTED).map((line) => `  ${line}`),
      ...(rest > 0 ? [`  and ${rest} more`] : []),
      RESTORE,
    ].join('\n'),
  );
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const before = bytes.subarray(0, firstWrongByte(bytes)).toString();
    const line = before.split('\n').length;
    throw new SpecError(`${path}:${line} is not UTF-8. Save the file in UTF-8. ${RESTORE}`);
  }
}

/** Decoding replaces invalid UTF-8, so the text encodes to other bytes from there on. */
function firstWrongByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString());
  return bytes.findIndex((byte, i) => byte !== again[i]);
}

/**
 * Finds a place in the text, and the target of a reference on the way. A missing place has the position of its
 * nearest parent.
 */
function placeOf(
  { document, lines }: SpecText,
  path: readonly string[],
): { keys: string[]; line: number; col: number } {
  let keys: string[] = [];
  const rest = [...path];
  for (let steps = 0; rest.length > 0 && steps < MAX_STEPS; steps++) {
    const next = [...keys, rest[0] ?? ''];
    if (document.hasIn(next)) {
      keys = next;
      rest.shift();
      continue;
    }
    const $ref: unknown = document.getIn([...keys, '$ref']);
    if (typeof $ref !== 'string' || !$ref.startsWith('#/')) break;
    keys = keysOf($ref);
  }
  const { line, col } = lines.linePos(offsetOf(document, keys));
  return { keys: rest.length > 0 && rest.length < path.length ? keys : [...keys, ...rest], line, col };
}

/** Position of the key, or of the value in a list. */
function offsetOf(document: Document.Parsed, keys: readonly string[]): number {
  const parent = keys.length === 0 ? document.contents : document.getIn(keys.slice(0, -1), true);
  const items: readonly unknown[] = isRecord(parent) && Array.isArray(parent['items']) ? parent['items'] : [];
  const pair = items.find(
    (item) => isRecord(item) && isRecord(item['key']) && String(item['key']['value']) === keys.at(-1),
  );
  const node = isRecord(pair) ? pair['key'] : document.getIn(keys, true);
  return (node as Node | undefined)?.range?.[0] ?? 0;
}

/** Returns the keys of a JSON pointer. */
export function keysOf(pointer: string): string[] {
  return pointer
    .slice(2)
    .split('/')
    .map((key) => decodeKey(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Unlike the fragment of an address, a pointer for people has no percent signs. */
function pointerOf(keys: readonly string[]): string {
  return ['#', ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_LISTED = 10;
/** More than the length of any chain of references. */
const MAX_STEPS = 200;
