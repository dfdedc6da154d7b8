import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { UnavailableError } from '../../errors.ts';
import { preparedName } from '../prepare.ts';
import { toNamedError, withoutConnection } from './named-error.ts';
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
  return {
    async connect() {
      await ready();
      const client = await pool.connect().catch((error: unknown) => {
        throw withoutConnection(error);
      });
      let known = clients.get(client);
      if (!known) clients.set(client, (known = new StoreClient(client, onError)));
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

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
