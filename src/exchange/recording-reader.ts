import { ExplainedError } from '../base/config-error.ts';
import { isRecord } from '../base/values/kinds.ts';
import type { Exchange } from './exchange.ts';

/** Finds exchanges in the pieces of a file. */
export interface RecordingReader {
  readonly form: 'har' | 'journal';
  /** Why the file does not show all that the client learned; null while it does. */
  readonly gap: string | null;
  /** The exchanges that end in this piece. Throws RecordingError if the file has another form. */
  write(chunk: Buffer): Exchange[];
  /** Where the file breaks off; null for one with an end. */
  breaksOff(): string | null;
  /** Returns the exchanges after the latest piece. Throws RecordingError if the file has another form. */
  end(): Exchange[];
}

/** A recording that cannot be judged; the message says why, and what to do. */
export class RecordingError extends ExplainedError {}

/** Parses an entry or line. Throws RecordingError with its place, and `hint` for what is no JSON. */
export function parseObject(json: Buffer, place: string, hint = ''): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json.toString());
    if (isRecord(value)) return value;
  } catch {
    throw new RecordingError(`${place} is not JSON${hint}`);
  }
  throw new RecordingError(`${place} is not an object`);
}

/** Size limit of one entry or line, which is held as a whole. */
export const MAX_ENTRY_BYTES = 64 * 2 ** 20;

/** Why a recording may not show all that its clients learned. */
export const GAP = 'the recording may have begun after the client';
