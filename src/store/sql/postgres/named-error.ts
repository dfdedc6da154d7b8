import { ReplacedError, TakenError, UnavailableError } from '../../errors.ts';

/**
 * Maps unique violations to TakenError, late rows to ReplacedError, and all failures in PostgreSQL itself to
 * UnavailableError.
 */
export function toNamedError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnavailableError) return error;
  const state = sqlStateOf(error);
  // Connection errors have no SQLSTATE.
  if (state === undefined) return new UnavailableError(error.message, { cause: error, isConnectionLost: true });
  if (state === UNIQUE_VIOLATION) return new TakenError(error.message, { cause: error });
  if (state === FOREIGN_KEY_VIOLATION) return new ReplacedError(error.message, { cause: error });
  if (ENDS_SESSION.test(state)) return new UnavailableError(error.message, { cause: error, isConnectionLost: true });
  return UNAVAILABLE.test(state) ? new UnavailableError(error.message, { cause: error }) : error;
}

/** The error from a failed connection attempt: no statement was sent. */
export function withoutConnection(error: unknown): unknown {
  const { message } = error as Error;
  return new UnavailableError(message || 'PostgreSQL cannot be reached', { cause: error });
}

/** True if the server, or a pooler in front of it, has no connection left for a new session. */
export function isCrowded(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return sqlStateOf(error) === TOO_MANY_CONNECTIONS || error.message === 'Query read timeout';
}

/** True if the server is starting, out of reach, or has no connection left: a later attempt may succeed. */
export function isNotThereYet(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return /^(08|57P0|53300)/.test(state);
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? NETWORK.test(code) : /timeout|terminated/i.test(error.message);
}

/** Returns a server error's SQLSTATE: five characters, with a severity next to them. */
export function sqlStateOf(error: Error): string | undefined {
  return 'severity' in error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Error codes from the network, not from TLS. */
const NETWORK = /^(ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_|ENOENT|EPIPE)/;
const TOO_MANY_CONNECTIONS = '53300';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/** Connection exceptions, and session ends by an administrator or a crash. */
const ENDS_SESSION = /^(08...|57P0.|25P03)$/;
/**
 * Insufficient resources (a full disk, too many connections), cancelled statements and lock time-outs, deadlocks, a
 * read-only server, system errors, and missing rights or databases.
 */
const UNAVAILABLE = /^(53...|57...|55P03|40...|25006|58...|XX...|28...|3D...)$/;
