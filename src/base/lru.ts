/** A bounded map. When it exceeds `capacity` entries, it drops the least recently used one. */
export class Lru<V, K = string> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;
  #newest: K | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && key !== this.#newest) {
      this.#entries.delete(key);
      this.#put(key, value);
    }
    return value;
  }

  /** Returns the value under a key. Creates and stores a missing value. */
  getOrCreate(key: K, create: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = create();
    this.set(key, value);
    return value;
  }

  /** Like `get`, but does not count as a use. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#put(key, value);
    if (this.#entries.size <= this.#capacity) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  /** Returns the keys, the least recently used one first. */
  keys(): Iterable<K> {
    return this.#entries.keys();
  }

  delete(key: K): void {
    this.#entries.delete(key);
    if (key === this.#newest) this.#newest = undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#newest = undefined;
  }

  #put(key: K, value: V): void {
    this.#entries.set(key, value);
    this.#newest = key;
  }
}
