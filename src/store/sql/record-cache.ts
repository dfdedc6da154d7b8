import { Lru } from '../../cache/lru.ts';

/** Records that never change, at hand for as long as they are asked for. Only this process writes and removes them. */
export class RecordCache<Stored> {
  readonly #records: Lru<Stored>;
  #removals = 0;

  constructor(capacity: number) {
    this.#records = new Lru(capacity);
  }

  get(key: string): Stored | undefined {
    return this.#records.get(key);
  }

  /** For what is asked for once at the most: it stays no longer for that. */
  peek(key: string): Stored | undefined {
    return this.#records.peek(key);
  }

  /** Keeps what is being read or written, unless something is removed meanwhile: it may be that. */
  async keep(key: string, coming: Promise<Stored | undefined>): Promise<Stored | undefined> {
    const removals = this.#removals;
    const stored = await coming;
    if (stored !== undefined && removals === this.#removals) this.#records.set(key, stored);
    return stored;
  }

  /** To be called when these records have been removed. */
  remove(keys: readonly string[]): void {
    this.#removals += 1;
    for (const key of keys) this.#records.delete(key);
  }

  /** To be called whenever records have been removed, whichever they were. */
  forget(): void {
    this.#removals += 1;
    this.#records.clear();
  }
}
