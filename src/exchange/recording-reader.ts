import { ExplainedError } from '../base/config-error.ts';
import { isRecord } from '../base/values/kinds.ts';
import type { Exchange } from './exchange.ts';

/** Finds exchanges in the pieces of a file. */
export interface RecordingReader {
  /** The reason why the file may lack responses that the client has seen; null if there is none. */
  readonly gap: string | null;
  /** Ids that the client knows from before: the bytes of a `KnownIds`; null for none. */
  readonly knownBefore: Uint8Array | null;
  /** Number of entries without an HTTP call so far; the judge ignores them. */
  readonly skipped: number;
  /** Returns the exchanges that end in this piece. Throws RecordingError if the file has another form. */
  write(chunk: Buffer): Exchange[];
  /** Returns the position of the break in a file; null for a complete file. */
  breaksOff(): string | null;
  /** Returns the exchanges after the latest piece. Throws RecordingError if the file has another form. */
  end(): Exchange[];
}

/** A recording that cannot be judged; the message gives the reason and the next step. */
export class RecordingError extends ExplainedError {}

/** Parses an entry or line. Throws RecordingError with its place, and with `hint` if it is not JSON. */
export function parseObject(json: Buffer, place: string, hint = ''): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json.toString());
    if (isRecord(value)) return value;
  } catch {
    throw new RecordingError(`${place} is not JSON${hint}`);
  }
  throw new RecordingError(`${place} is not an object`);
}

/** Size limit for one entry or line. Each is held in memory as a whole. */
export const MAX_ENTRY_BYTES = 64 * 2 ** 20;
