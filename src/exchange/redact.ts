/** Redacts every secret key in a text: all of it but the `sk_` that it begins with. */
export function redactText(text: string): string {
  return SUSPICIOUS.test(text) ? text.replace(SECRET, 'sk_…') : text;
}

/** The same for a body. One that the service wrote has no secret in escapes: it writes letters as they are. */
export function redactBody(bytes: Buffer, mayBeEscaped: boolean): Buffer {
  if (!holdsSecret(bytes) && !(mayBeEscaped && (bytes.includes('%') || bytes.includes('\\u')))) return bytes;
  const text = bytes.toString('latin1');
  const redacted = text.replace(SECRET, MARK_IN_LATIN1);
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
}

/**
 * Redacts the secret keys of a sandbox in JSON, which stays JSON: as they are or percent-encoded. `JSON.stringify` does
 * not write letters as escapes.
 */
export function redactJson(json: string): string {
  return /sk(?:_|%5[fF])|%73|%6[bB]/.test(json) ? json.replace(SECRET_IN_JSON, 'sk_sandbox_…') : json;
}

/** A header value of which only the last four characters are shown, and the scheme before it: `Bearer …demo`. */
export function redactCredential(value: string): string {
  const [, scheme = '', secret = ''] = /^(\S+ +)?(.*)$/s.exec(value) ?? [];
  return `${redactText(scheme)}…${secret.length > 8 ? secret.slice(-4) : ''}`;
}

/** Searching for `sk_` would stop at every `s`, which takes six times as long; a `k` is rare. */
function holdsSecret(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('k_'); at !== -1; at = bytes.indexOf('k_', at + 2)) {
    if (bytes[at - 1] === S) return true;
  }
  return false;
}

/** A character as it is or percent-encoded, or as an escape of JSON. */
function written(character: string): string {
  return String.raw`(?:${character}|%${hexOf(character)}|\\u00${hexOf(character)})`;
}

function inAddress(character: string): string {
  return `(?:${character}|%${hexOf(character)})`;
}

function hexOf(character: string): string {
  return character
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

const ANY_PREFIX = [...'sk_'].map(written).join('');
const OWN_PREFIX = [...'sk_sandbox_'].map(written).join('');
const WORD_HEX = String.raw`(?:2[dD]|3\d|[46][1-9a-fA-F]|[57][\daA]|5[fF])`;
const SECRET_IN_JSON = new RegExp(
  String.raw`(?<!\w)${[...'sk_sandbox_'].map(inAddress).join('')}(?:[\w-]|%${WORD_HEX})+`,
  'g',
);
const REST = String.raw`(?:[\w-]|%${WORD_HEX}|\\u00${WORD_HEX})*`;
const WORD_START = String.raw`(?:(?<![A-Za-z0-9])|(?<=%[\da-fA-F]{2}|\\[bfnrt]|\\u[\da-fA-F]{4}))`;
/** In the middle of a word, as in `risk_level`, it is a secret only if it is made like those of the sandbox. */
const SECRET = new RegExp(`${WORD_START}${ANY_PREFIX}${REST}|${OWN_PREFIX}${REST}`, 'g');
const SUSPICIOUS = /k_|%|\\u/;
const MARK_IN_LATIN1 = Buffer.from('sk_…').toString('latin1');
const S = 's'.charCodeAt(0);
