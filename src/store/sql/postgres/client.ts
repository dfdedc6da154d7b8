import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { stopwatch } from '../../../base/stopwatch.ts';
import { UnavailableError } from '../../errors.ts';
import { preparedName } from '../prepare.ts';
import { isCrowded, toNamedError, withoutConnection } from './named-error.ts';
import { toStorable } from './texts.ts';

/**
 * Wraps the pool for Kysely. Hot statements have names, so a connection parses them once. `ready` resolves when
 * statements may run, and throws otherwise. `onError` gets the error from each failed statement.
 */
export function toKyselyPool(
  pool: Pool,
  ready: () => Promise<void> | undefined,
  onError: (error: unknown) => void = () => undefined,
): PostgresPool {
  const clients = new WeakMap<PoolClient, StoreClient>();
  const takeConnection = connectionTaker(pool);
  return {
    async connect() {
      await ready();
      const client = await takeConnection();
      let known = clients.get(client);
      if (!known) clients.set(client, (known = new StoreClient(client, onError)));
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/**
 * Returns a function that takes a connection from the pool. If the server has no more connections, the pool uses those
 * that it has, and the caller waits for one. Later the pool asks for another one from time to time.
 */
function connectionTaker(pool: Pool): () => Promise<PoolClient> {
  const most = pool.options.max;
  let widening: NodeJS.Timeout | undefined;
  const widen = () => {
    pool.options.max = Math.min(most, pool.options.max + 1);
    if (pool.options.max === most) widening = void clearInterval(widening);
  };
  return async () => {
    const waited = stopwatch();
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        const isNarrow = pool.options.max < most;
        if (!(isCrowded(error) || isNarrow) || waited() > QUEUE_MS) throw withoutConnection(error);
        if (isCrowded(error)) pool.options.max = Math.max(1, Math.min(pool.options.max, pool.totalCount));
        widening ??= setInterval(widen, WIDEN_MS).unref();
        await wait(PAUSE_MS);
      }
    }
  };
}

/** Maximum wait for a connection, if the server has no more. */
const QUEUE_MS = 6000;
const WIDEN_MS = 5000;
const PAUSE_MS = 50;

class StoreClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  /** Set once the connection is unusable. */
  #lost: UnavailableError | undefined;
  readonly #onError: (error: unknown) => void;

  constructor(client: PoolClient, onError: (error: unknown) => void) {
    this.#client = client;
    this.#onError = onError;
    client.on('error', (error) => (this.#lost ??= new UnavailableError(error.message, { cause: error })));
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(cursor: unknown): never;
  async query(text: unknown, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<never>> {
    if (typeof text !== 'string') throw new TypeError('the store reads no cursors');
    if (this.#lost) throw this.#lost;
    const values = parameters.map((value) => (typeof value === 'string' ? toStorable(value) : value));
    const name = preparedName(text);
    try {
      return (await this.#client.query({ text, values, ...(name !== undefined && { name }) })) as never;
    } catch (error) {
      this.#onError(error);
      throw this.#note(toNamedError(error));
    }
  }

  release(discard = false): void {
    this.#client.release(discard || this.#lost !== undefined);
  }

  #note(error: unknown): unknown {
    if (error instanceof UnavailableError && error.isConnectionLost) this.#lost = error;
    return error;
  }
}
