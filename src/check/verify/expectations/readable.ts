import { isRecord, isText } from '../../../base/values/kinds.ts';
import { show } from '../../../base/values/show.ts';

/**
 * Returns the readable content in a supposedly opaque token: JSON, or a known identifier. Returns `{"a":1}` for
 * `eyJhIjoxfQ`, and null if nothing is readable.
 */
export function findReadableText(token: string, identifiers: readonly string[]): string | null {
  const forms = [Buffer.from(token), ...partsOf(token).flatMap(decodings)].filter((form) => !isJoseHeader(form));
  for (const form of forms) {
    const known = identifiers.find((identifier) => contains(form, identifier));
    if (known !== undefined) return `the identifier ${show(known)}`;
  }
  if (/[\s{}"]/.test(token)) return `the text ${show(token)}`;
  // Other decoded text proves nothing: a token may be random characters in base64.
  const text = forms.map((form) => form.toString('latin1')).find(isJson);
  return text === undefined ? null : `the text ${show(text)}`;
}

/** Returns a token's parts. It may have a prefix, or several parts as in a JSON web token. */
function partsOf(token: string): string[] {
  return [token, token.replace(/^[a-z]{1,8}_/i, ''), ...token.split(/[.:~]/)];
}

/** True for a JSON object with any length. */
function isJson(text: string): boolean {
  return /^\{"[\x20-\x7e]*\}$/.test(text) && parse(text) !== null;
}

/** True for a JSON web token's header. It describes the signature or encryption, and nothing about the offer. */
function isJoseHeader(form: Buffer): boolean {
  const header = parse(form.toString('utf8'));
  return isRecord(header) && isText(header['alg']) && Object.keys(header).every((name) => JOSE_NAMES.has(name));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decodings(part: string): Buffer[] {
  return [Buffer.from(part, 'base64'), ...(/^([0-9a-f]{2})+$/i.test(part) ? [Buffer.from(part, 'hex')] : [])];
}

/** True if a form contains the identifier, as text or, if hexadecimal, as bytes. */
function contains(form: Buffer, identifier: string): boolean {
  if (identifier.length < SHORTEST_IDENTIFIER) return false;
  return (
    form.toString('latin1').toLowerCase().includes(identifier.toLowerCase()) ||
    (identifier.length >= SHORTEST_IN_BYTES &&
      form.toString('hex').includes(identifier.replaceAll('-', '').toLowerCase()))
  );
}

const JOSE_NAMES = new Set(['alg', 'enc', 'typ', 'cty', 'kid', 'zip', 'ver', 'v', 'epk', 'apu', 'apv', 'iv', 'tag']);

/** Minimum identifier length. Random bytes contain shorter ones by chance. */
const SHORTEST_IDENTIFIER = 6;
/** Minimum for a match as bytes: one in two thousand long random tokens contains six given hexadecimal digits. */
const SHORTEST_IN_BYTES = 12;
