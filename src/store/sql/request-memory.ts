import { AsyncLocalStorage } from 'node:async_hooks';
import { Lru } from '../../base/lru.ts';

/** Records in memory, and how many were removed so far. */
export interface Memory<Stored> {
  records: Lru<Stored>;
  removals: number;
}

/**
 * The records that one request has read, for each cache. In a shared database other processes change records at any
 * time, so a request reads each record once, and the next request reads them again.
 */
class RequestMemory {
  readonly #memories = new Map<object, Memory<unknown>>();

  of<Stored>(cache: object): Memory<Stored> {
    let memory = this.#memories.get(cache);
    if (!memory) this.#memories.set(cache, (memory = newMemory(MAX_RECORDS)));
    return memory as Memory<Stored>;
  }

  forget(): void {
    for (const memory of this.#memories.values()) {
      memory.removals += 1;
      memory.records.clear();
    }
  }
}

export function newMemory<Stored>(capacity: number): Memory<Stored> {
  return { records: new Lru(capacity), removals: 0 };
}

/** Returns a cache's records that the running request has read; none outside of requests. */
export function memoryOfRequest<Stored>(cache: object): Memory<Stored> {
  return running.getStore()?.of<Stored>(cache) ?? newMemory<Stored>(0);
}

/** Runs a request's work. Until its end it remembers what it reads. */
export function rememberReads<T>(work: () => Promise<T>): Promise<T> {
  return running.run(new RequestMemory(), work);
}

/** Lets the running request read everything again. */
export function forgetReads(): void {
  running.getStore()?.forget();
}

const running = new AsyncLocalStorage<RequestMemory>();
/** A reservation read has up to 200, each once by its id. */
const MAX_RECORDS = 250;
