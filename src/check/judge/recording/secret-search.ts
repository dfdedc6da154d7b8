/**
 * Finds many secrets in texts at once: in time that grows with the text, and hardly with their number. A secret that
 * `…` cuts short is found by its beginning.
 */
export class SecretSearch {
  readonly #forms: ReadonlySet<string>;
  readonly #sorted: readonly string[];
  /** How long the forms with the same beginning are, the longest first. */
  readonly #lengths = new Map<number, number[]>();

  /** Of four characters or more each. */
  constructor(forms: readonly string[]) {
    this.#forms = new Set(forms);
    this.#sorted = [...this.#forms].sort();
    for (const form of this.#forms) {
      const key = keyAt(form, 0);
      const lengths = this.#lengths.get(key) ?? [];
      if (!lengths.includes(form.length))
        this.#lengths.set(
          key,
          [...lengths, form.length].sort((a, b) => b - a),
        );
    }
  }

  /** A text with `sk_…` in the place of each. */
  redact(text: string): string {
    let redacted = '';
    let from = 0;
    for (let at = 0; at + BEGINNING <= text.length; at++) {
      const length = this.#lengthAt(text, at);
      if (length === 0) continue;
      redacted += `${text.slice(from, at)}sk_…`;
      from = at + length;
      at = from - 1;
    }
    return redacted + text.slice(from);
  }

  /** How long the secret is that begins there; 0 for none. */
  #lengthAt(text: string, at: number): number {
    const lengths = this.#lengths.get(keyAt(text, at));
    if (!lengths) return 0;
    const whole = lengths.find((length) => this.#forms.has(text.slice(at, at + length)));
    if (whole !== undefined) return whole;
    const torn = text.slice(at, at + (lengths[0] ?? 0)).indexOf(CUT);
    return torn >= BEGINNING && this.#isBeginning(text.slice(at, at + torn)) ? torn + CUT.length : 0;
  }

  #isBeginning(text: string): boolean {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low]?.startsWith(text) ?? false;
  }
}

/** Four characters as one number; others may have the same. */
function keyAt(text: string, at: number): number {
  return (
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 8) ^
    (text.charCodeAt(at + 2) << 16) ^
    (text.charCodeAt(at + 3) << 24)
  );
}

const BEGINNING = 4;
const CUT = '…';
