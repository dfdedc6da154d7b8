import { Lru } from '../../../base/lru.ts';
import { SecretSearch } from './secret-search.ts';

/** The secrets that a recording shows, so that no report repeats them. The latest ones are held. */
export class Secrets {
  readonly #texts = new Lru<true>(MOST);
  #sawAny = false;
  /** Made when it is needed. */
  #search: SecretSearch | undefined;

  /** Whether a call had credentials at all. */
  get sawAny(): boolean {
    return this.#sawAny;
  }

  /** Takes note of the value of an Authorization header. */
  note(value: string): void {
    this.#sawAny = true;
    const secret = value
      .replace(/^\S+ +/, '')
      .trim()
      .slice(0, LONGEST);
    if (secret.length < SHORTEST || this.#texts.get(secret)) return;
    this.#texts.set(secret, true);
    this.#search = undefined;
  }

  /** A value without them, however deep they are. */
  redact<Value>(value: Value): Value {
    if (this.#texts.size === 0) return value;
    const search = (this.#search ??= new SecretSearch([...this.#texts.keys()].flatMap(formsOf)));
    return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
      typeof part === 'string' ? search.redact(part) : part,
    ) as Value;
  }
}

/** As it is, within JSON, and as two kinds of percent-encoding write it. */
function formsOf(secret: string): string[] {
  const text = secret.toWellFormed();
  const query = new URLSearchParams({ '': text }).toString().slice(1);
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(text), query];
}

/** Shorter ones would make reports unreadable. */
const SHORTEST = 8;
const MOST = 10_000;
/** More than the headers of a request may have. */
const LONGEST = 16_384;
