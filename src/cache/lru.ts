/** A map that forgets what was not asked for longest, once it holds more than `capacity` entries. */
export class Lru<V> {
  readonly #entries = new Map<string, V>();
  readonly #capacity: number;
  #newest: string | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && key !== this.#newest) {
      this.#entries.delete(key);
      this.#put(key, value);
    }
    return value;
  }

  /** Without counting as having asked for it. */
  peek(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#put(key, value);
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value!);
  }

  delete(key: string): void {
    this.#entries.delete(key);
    if (key === this.#newest) this.#newest = undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#newest = undefined;
  }

  #put(key: string, value: V): void {
    this.#entries.set(key, value);
    this.#newest = key;
  }
}
