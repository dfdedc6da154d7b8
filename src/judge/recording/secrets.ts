/** The secrets that a recording shows, so that no report repeats them. */
export class Secrets {
  readonly #texts = new Set<string>();
  #sawAny = false;

  /** Whether a call had credentials at all. */
  get sawAny(): boolean {
    return this.#sawAny;
  }

  /** Takes note of the value of an Authorization header. */
  note(value: string): void {
    this.#sawAny = true;
    const secret = value.replace(/^\S+ +/, '').trim();
    if (secret.length >= SHORTEST && this.#texts.size < MOST) this.#texts.add(secret);
  }

  /** A value without them, however deep they are. */
  redact<Value>(value: Value): Value {
    if (this.#texts.size === 0) return value;
    const texts = [...this.#texts].flatMap((text) => [text, encodeURIComponent(text.toWellFormed())]);
    const clean = (json: string) => texts.reduce((all, text) => all.replaceAll(text, 'sk_…'), json);
    return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
      typeof part === 'string' ? clean(part) : part,
    ) as Value;
  }
}

/** Shorter ones would make reports unreadable. */
const SHORTEST = 8;
const MOST = 100;
