import type { Capabilities } from './database.ts';
import type { Memory } from './request-memory.ts';
import { memoryOfRequest, newMemory } from './request-memory.ts';

/**
 * The `capacity` most recently read records. Only this process writes them, and it reports every removal or change. In
 * a shared database each request has a separate cache.
 */
export class RecordCache<Stored> {
  readonly #ofProcess: Memory<Stored> | undefined;

  constructor(capacity: number, { isShared }: Pick<Capabilities, 'isShared'>) {
    this.#ofProcess = isShared ? undefined : newMemory(capacity);
  }

  get(key: string): Stored | undefined {
    return this.#memory.records.get(key);
  }

  /** Returns a record without extending its stay. For records that are read once. */
  peek(key: string): Stored | undefined {
    return this.#memory.records.peek(key);
  }

  /** Keeps a record that was just read. */
  set(key: string, stored: Stored): void {
    this.#memory.records.set(key, stored);
  }

  /** Keeps a record during its read or write, unless a concurrent removal may have made it outdated. */
  keep(key: string, coming: Promise<Stored | undefined>): Promise<Stored | undefined> {
    return this.keepAll(coming, (stored) => (stored === undefined ? [] : [[key, stored]]));
  }

  /** The same for several records read by one statement. */
  async keepAll<Read>(coming: Promise<Read>, list: (read: Read) => readonly [string, Stored][]): Promise<Read> {
    const memory = this.#memory;
    const { removals } = memory;
    const read = await coming;
    if (removals === memory.removals) for (const [key, stored] of list(read)) memory.records.set(key, stored);
    return read;
  }

  /** The caller runs it after removing these records. */
  remove(keys: readonly string[]): void {
    const memory = this.#memory;
    memory.removals += 1;
    for (const key of keys) memory.records.delete(key);
  }

  /** The caller runs it after removing or changing any records. */
  forget(): void {
    const memory = this.#memory;
    memory.removals += 1;
    memory.records.clear();
  }

  get #memory(): Memory<Stored> {
    return this.#ofProcess ?? memoryOfRequest(this);
  }
}
