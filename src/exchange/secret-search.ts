/**
 * Finds secrets in texts, however they are written there: unescaped, percent-encoded or escaped for JSON in all or some
 * characters, and in base64. The time grows with the text, but hardly with the number of secrets. Texts are UTF-8 bytes
 * as latin1.
 */
export class SecretSearch {
  readonly #forms = new Map<string, string>();
  /** Lengths of forms with the same beginning, the longest first. */
  readonly #lengths = new Map<number, number[]>();
  /** Each form's first characters. */
  readonly #firsts = new Set<string>();
  /** By a hash over four characters: 1 if a form begins with them. */
  readonly #beginnings = new Uint8Array(HASHES);
  #sorted: readonly string[] | undefined;

  /** Adds a secret with at least four characters and its replacement `shown`. */
  add(secret: string, shown: string): void {
    for (const form of formsOf(secret)) {
      if (form.length < BEGINNING || this.#forms.has(form)) continue;
      this.#forms.set(form, shown);
      this.#firsts.add(form.slice(0, BEGINNING));
      const key = keyAt(form, 0);
      const lengths = this.#lengths.get(key) ?? [];
      if (!lengths.includes(form.length)) lengths.push(form.length);
      this.#lengths.set(
        key,
        lengths.sort((a, b) => b - a),
      );
      this.#beginnings[hashOf(key)] = 1;
    }
    this.#sorted = undefined;
  }

  /**
   * Returns the text without the secrets. `…` may cut one short, after four characters or more; with `isCut`, the end
   * of the text may do so too.
   */
  redact(text: string, isCut = false): string {
    const { plain, places } = decode(text);
    if (!this.#mayHold(plain)) return text;
    let redacted = '';
    let from = 0;
    for (let at = 0; at + BEGINNING <= plain.length; at++) {
      if (this.#beginnings[hashOf(keyAt(plain, at))] === 0) continue;
      const found = this.#find(plain, at, isCut);
      if (!found) continue;
      redacted += text.slice(from, placeOf(places, at)) + found.shown;
      from = placeOf(places, at + found.length);
      at += found.length - 1;
    }
    return from === 0 ? text : redacted + text.slice(from);
  }

  /** False if no form begins anywhere. Finding a few beginnings singly is faster, and most bodies contain no secret. */
  #mayHold(text: string): boolean {
    return this.#firsts.size > MOST_ONE_BY_ONE || [...this.#firsts].some((first) => text.includes(first));
  }

  #find(text: string, at: number, isCut: boolean): { length: number; shown: string } | null {
    const lengths = this.#lengths.get(keyAt(text, at));
    if (!lengths) return null;
    for (const length of lengths) {
      // At the end of the text, the slice would be shorter: a form with that length comes later in the loop.
      const shown = at + length > text.length ? undefined : this.#forms.get(text.slice(at, at + length));
      if (shown !== undefined) return { length, shown };
    }
    const rest = text.slice(at, at + (lengths[0] ?? 0) + CUT.length);
    const torn = rest.indexOf(CUT);
    if (torn >= BEGINNING && this.#isBeginning(rest.slice(0, torn)))
      return { length: torn + CUT.length, shown: SECRET_MARK };
    const isLast = isCut && at + rest.length === text.length;
    return isLast && this.#isBeginning(rest) ? { length: rest.length, shown: SECRET_MARK } : null;
  }

  #isBeginning(text: string): boolean {
    const sorted = (this.#sorted ??= [...this.#forms.keys()].sort());
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.startsWith(text) ?? false;
  }
}

/**
 * A space may be written as `+` in a query. A secret may itself look percent-encoded, and may be encoded twice: an
 * address within an address, JSON within JSON.
 */
function formsOf(secret: string): string[] {
  const text = Buffer.from(secret).toString('latin1');
  const twice = [encodeURIComponent(secret.toWellFormed()), JSON.stringify(text).slice(1, -1)];
  return [text, text.replaceAll(' ', '+'), decode(text).plain, ...twice, ...inBase64(text)];
}

/**
 * Returns the secret within a longer text in base64: three forms, one for each byte offset. Characters with bits from
 * neighbouring bytes are left out.
 */
function inBase64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.from(' '.repeat(before) + secret, 'latin1').toString('base64');
    const own = text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + secret.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A text without percent-encoding and JSON escapes, and each character's original position. */
function decode(text: string): { plain: string; places: Uint32Array | null } {
  if (!text.includes('%') && !text.includes('\\')) return { plain: text, places: null };
  const places = new Uint32Array(text.length + 1);
  let plain = '';
  let from = 0;
  const copyTo = (end: number): void => {
    for (let i = from; i < end; i++) places[plain.length + i - from] = i;
    plain += text.slice(from, end);
  };
  for (const { 0: written, index } of text.matchAll(ESCAPES)) {
    copyTo(index);
    const bytes = readEscape(written);
    for (let i = 0; i < bytes.length; i++) places[plain.length + i] = index;
    plain += bytes;
    from = index + written.length;
  }
  copyTo(text.length);
  places[plain.length] = text.length;
  return { plain, places };
}

function readEscape(written: string): string {
  if (written.startsWith('%')) return String.fromCharCode(parseInt(written.slice(1), 16));
  if (written.length === 2) return written.slice(1);
  const units = written.split('\\u').slice(1);
  return Buffer.from(String.fromCharCode(...units.map((unit) => parseInt(unit, 16)))).toString('latin1');
}

function placeOf(places: Uint32Array | null, at: number): number {
  return places?.[at] ?? at;
}

/** Hashes four characters to one number; other characters may have the same. */
function keyAt(text: string, at: number): number {
  return (
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 8) ^
    (text.charCodeAt(at + 2) << 16) ^
    (text.charCodeAt(at + 3) << 24)
  );
}

function hashOf(key: number): number {
  return (key ^ (key >>> 15)) & (HASHES - 1);
}

/** Replaces a secret: `sk_…` as latin1. */
export const SECRET_MARK = Buffer.from('sk_…').toString('latin1');
const CUT = Buffer.from('…').toString('latin1');
const BEGINNING = 4;
const MOST_ONE_BY_ONE = 32;
const HASHES = 1 << 16;
/** A surrogate pair is one character. */
const ESCAPES = /%[\da-fA-F]{2}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\["\\/]/g;
