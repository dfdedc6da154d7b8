import { isRecord, isText } from '../../../base/values/kinds.ts';
import { show } from '../../../base/values/show.ts';

/**
 * What can be read in a token that should be opaque: text that it contains or decodes to, or one of the identifiers
 * that it stands for. `{"a":1}` for `eyJhIjoxfQ`; null when nothing can be read.
 */
export function findReadableText(token: string, identifiers: readonly string[]): string | null {
  const forms = [Buffer.from(token), ...partsOf(token).flatMap(decodings)].filter((form) => !isJoseHeader(form));
  for (const form of forms) {
    const known = identifiers.find((identifier) => contains(form, identifier));
    if (known !== undefined) return `the identifier ${show(known)}`;
  }
  if (/[\s{}"]/.test(token)) return `the text ${show(token)}`;
  const text = forms
    .slice(1)
    .map((form) => form.toString('latin1'))
    .find((decoded) => (decoded.length >= SHORTEST_TEXT && /^[\x20-\x7e]+$/.test(decoded)) || isJson(decoded));
  return text === undefined ? null : `the text ${show(text)}`;
}

/** A token may have a prefix, or several parts as a JSON web token has. */
function partsOf(token: string): string[] {
  return [token, token.replace(/^[a-z]{1,8}_/i, ''), ...token.split(/[.:~]/)];
}

/** However short it is. */
function isJson(text: string): boolean {
  return /^\{"[\x20-\x7e]*\}$/.test(text);
}

/** The header of a JSON web token says how the rest is signed or encrypted, and nothing of the offer. */
function isJoseHeader(form: Buffer): boolean {
  try {
    const header: unknown = JSON.parse(form.toString('utf8'));
    return isRecord(header) && isText(header['alg']) && Object.keys(header).every((name) => JOSE_NAMES.has(name));
  } catch {
    return false;
  }
}

function decodings(part: string): Buffer[] {
  return [Buffer.from(part, 'base64'), ...(/^([0-9a-f]{2})+$/i.test(part) ? [Buffer.from(part, 'hex')] : [])];
}

/** As text, or as the bytes of a hexadecimal identifier. */
function contains(form: Buffer, identifier: string): boolean {
  if (identifier.length < SHORTEST_IDENTIFIER) return false;
  return (
    form.toString('latin1').toLowerCase().includes(identifier.toLowerCase()) ||
    form.toString('hex').includes(identifier.replaceAll('-', '').toLowerCase())
  );
}

const JOSE_NAMES = new Set(['alg', 'enc', 'typ', 'cty', 'kid', 'zip', 'ver', 'v', 'epk', 'apu', 'apv', 'iv', 'tag']);

/** Random bytes contain anything shorter by chance. */
const SHORTEST_TEXT = 12;
const SHORTEST_IDENTIFIER = 6;
