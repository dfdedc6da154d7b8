import { SECRET_MARK, SecretSearch } from './secret-search.ts';

/**
 * Redacts secrets: first the known ones, in any encoding, then everything that looks like a secret
 * key. Only the latest secrets are held.
 */
export class Redaction {
  /** Each secret's replacement. */
  readonly #secrets = new Map<string, string>();
  readonly #shownEnd: number;
  #search = new SecretSearch();
  #characters = 0;
  #sawAny = false;

  /** `shownEnd`: number of visible characters at the end of a known secret. */
  constructor(shownEnd = 0) {
    this.#shownEnd = shownEnd;
  }

  /** True if a request had credentials at all. */
  get sawAny(): boolean {
    return this.#sawAny;
  }

  /** Registers an Authorization header's value. */
  note(value: string): void {
    this.#sawAny = true;
    this.add(secretIn(value));
  }

  /** Registers a request's credentials. Names and values alternate. */
  noteHeaders(headers: readonly string[]): void {
    for (let i = 0; i < headers.length; i += 2)
      if (CREDENTIALS.has(headers[i]?.toLowerCase() ?? '')) this.note(headers[i + 1] ?? '');
  }

  /** Registers a secret. Ignores secrets shorter than eight characters: they would redact ordinary words. */
  add(secret: string): void {
    const text = secret.slice(0, LONGEST);
    if (text.length < SHORTEST || this.#secrets.has(text)) return;
    const end = this.#shownEnd === 0 ? '' : Buffer.from(text.slice(-this.#shownEnd)).toString('latin1');
    this.#secrets.set(text, SECRET_MARK + end);
    this.#search.add(text, SECRET_MARK + end);
    this.#characters += text.length;
    if (this.#secrets.size > MOST || this.#characters > MOST_CHARACTERS) this.#dropOldest();
  }

  /** Redacts the known secrets in a text, or in every text within a JSON value. */
  redact<Value>(value: Value): Value;
  redact(value: unknown): unknown {
    if (this.#secrets.size === 0) return value;
    if (typeof value === 'string') return this.#redactText(value);
    return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
      typeof part === 'string' ? this.#redactText(part) : part,
    ) as unknown;
  }

  text(text: string): string {
    return redactText(this.redact(text));
  }

  /**
   * Redacts headers: credentials keep their last four characters, other secret headers nothing. Names and values
   * alternate.
   */
  headers(headers: readonly string[]): string[] {
    return headers.map((part, i) => (i % 2 === 0 ? part : this.#header(headers[i - 1] ?? '', part)));
  }

  /** `isCut`: the body is the beginning of a longer one, and may end within a secret. */
  body(bytes: Buffer, mayBeEscaped: boolean, isCut = false): Buffer {
    if (this.#secrets.size === 0) return redactBody(bytes, mayBeEscaped);
    const text = bytes.toString('latin1');
    const redacted = this.#search.redact(text, isCut);
    return redactBody(redacted === text ? bytes : Buffer.from(redacted, 'latin1'), mayBeEscaped);
  }

  #header(name: string, value: string): string {
    if (CREDENTIALS.has(name.toLowerCase())) return redactCredential(value);
    return SECRET_HEADERS.has(name.toLowerCase()) ? '…' : this.text(value);
  }

  #redactText(text: string): string {
    const bytes = NOT_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text;
    const redacted = this.#search.redact(bytes);
    return redacted === bytes ? text : Buffer.from(redacted, 'latin1').toString();
  }

  /** Drops half the secrets at a time, because each removal rebuilds the search. */
  #dropOldest(): void {
    const secrets = [...this.#secrets].slice(this.#secrets.size >> 1);
    this.#secrets.clear();
    this.#search = new SecretSearch();
    this.#characters = 0;
    for (const [secret, shown] of secrets) {
      this.#secrets.set(secret, shown);
      this.#search.add(secret, shown);
      this.#characters += secret.length;
    }
  }
}
/**
 * Returns the redaction for one exchange, by its request's headers. Sandbox keys are recognized by their form alone, so
 * it does not search for them.
 */
export function redactionFor(requestHeaders: readonly string[]): Redaction {
  const foreign = requestHeaders.filter(
    (value, i) =>
      i % 2 === 1 &&
      CREDENTIALS.has(requestHeaders[i - 1]?.toLowerCase() ?? '') &&
      !/^sk_sandbox_[\w-]+$/.test(secretIn(value)),
  );
  if (foreign.length === 0) return BY_LOOK;
  const redaction = new Redaction();
  for (const value of foreign) redaction.note(value);
  return redaction;
}

/** Redacts everything that looks like a secret key, except its `sk_` prefix. */
export function redactText(text: string): string {
  return SUSPICIOUS.test(text) ? text.replace(SECRET, 'sk_…') : text;
}

/** Redacts a body in the same way. The service writes letters unescaped, so its bodies have no escaped secrets. */
export function redactBody(bytes: Buffer, mayBeEscaped: boolean): Buffer {
  if (!holdsSecret(bytes) && !(mayBeEscaped && (bytes.includes('%') || bytes.includes('\\u')))) return bytes;
  const text = bytes.toString('latin1');
  const redacted = text.replace(SECRET, SECRET_MARK);
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
}

/**
 * Redacts a sandbox's secret keys in JSON, unescaped or percent-encoded; the result stays JSON. `JSON.stringify` does
 * not write letters as escapes.
 */
export function redactJson(json: string): string {
  return /sk(?:_|%5[fF])|%73|%6[bB]/.test(json) ? json.replace(SECRET_IN_JSON, 'sk_sandbox_…') : json;
}

/** Redacts a header value except its scheme and its last four characters: `Bearer …demo`. */
export function redactCredential(value: string): string {
  const [, scheme = '', secret = ''] = /^(\S+ +)?(.*)$/s.exec(value) ?? [];
  return `${redactText(scheme)}…${secret.length > 8 ? secret.slice(-4) : ''}`;
}

/** Searching for `sk_` would stop at every `s` and take six times as long; a `k` is rare. */
function holdsSecret(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('k_'); at !== -1; at = bytes.indexOf('k_', at + 2)) {
    if (bytes[at - 1] === S) return true;
  }
  return false;
}

/** Matches a character unescaped, percent-encoded, or as a JSON escape. */
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

/** Returns the value without its scheme. */
function secretIn(authorization: string): string {
  return authorization.replace(/^\S+ +/, '').trim();
}

/** A redacted secret stays unchanged. */
const ANY_PREFIX = `${[...'sk_'].map(written).join('')}(?!…|${Buffer.from('…').toString('latin1')})`;
const OWN_PREFIX = [...'sk_sandbox_'].map(written).join('');
const WORD_HEX = String.raw`(?:2[dD]|3\d|[46][1-9a-fA-F]|[57][\daA]|5[fF])`;
const SECRET_IN_JSON = new RegExp(
  String.raw`(?<!\w)${[...'sk_sandbox_'].map(inAddress).join('')}(?:[\w-]|%${WORD_HEX})+`,
  'g',
);
/** A key may have `.`, `~`, `+`, `/` and `=`. A single one after the key is left: it may be a full stop. */
const KEY_HEX = `(?:${WORD_HEX}|2[bBeEfF]|3[dD]|7[eE])`;
const REST = String.raw`(?:[\w-]|[.~+/=]{2,}|[.~+/](?=[\w%\\-])|=|\\/|%${KEY_HEX}|\\u00${KEY_HEX})*`;
const WORD_START = String.raw`(?:(?<![A-Za-z0-9])|(?<=%[\da-fA-F]{2}|\\[bfnrt]|\\u[\da-fA-F]{4}))`;
/**
 * In the middle of a word, as in `risk_level`, it is a secret only if it has the same form as the sandbox's secrets.
 */
const SECRET = new RegExp(`${WORD_START}${ANY_PREFIX}${REST}|${OWN_PREFIX}${REST}`, 'g');
const SUSPICIOUS = /k_|%|\\u/;
const BY_LOOK = new Redaction();
const S = 's'.charCodeAt(0);
const NOT_ASCII = /[^\0-\x7f]/;
const CREDENTIALS = new Set(['authorization', 'proxy-authorization']);
const SECRET_HEADERS = new Set(['cookie', 'set-cookie', 'x-api-key']);
const SHORTEST = 8;
/** Longer than a request's headers may be. */
const LONGEST = 16_384;
const MOST = 10_000;
const MOST_CHARACTERS = 2_000_000;
