import { Lru } from '../../base/lru.ts';

/** The `capacity` most recently read records. Only its owner writes them, and it reports every removal or change. */
export class RecordCache<Stored> {
  readonly #records: Lru<Stored>;
  #removals = 0;

  constructor(capacity: number) {
    this.#records = new Lru(capacity);
  }

  get(key: string): Stored | undefined {
    return this.#records.get(key);
  }

  /** Returns a record without extending its stay. For records that are read once. */
  peek(key: string): Stored | undefined {
    return this.#records.peek(key);
  }

  /** Keeps a record that was just read. */
  set(key: string, stored: Stored): void {
    this.#records.set(key, stored);
  }

  /** Keeps a record during its read or write, unless a concurrent removal may have made it outdated. */
  keep(key: string, coming: Promise<Stored | undefined>): Promise<Stored | undefined> {
    return this.keepAll(coming, (stored) => (stored === undefined ? [] : [[key, stored]]));
  }

  /** The same for several records read by one statement. */
  async keepAll<Read>(coming: Promise<Read>, list: (read: Read) => readonly [string, Stored][]): Promise<Read> {
    const removals = this.#removals;
    const read = await coming;
    if (removals === this.#removals) for (const [key, stored] of list(read)) this.set(key, stored);
    return read;
  }

  /** The caller runs it after removing these records. */
  remove(keys: readonly string[]): void {
    this.#removals += 1;
    for (const key of keys) this.#records.delete(key);
  }

  /** The caller runs it after removing or changing any records. */
  forget(): void {
    this.#removals += 1;
    this.#records.clear();
  }
}
