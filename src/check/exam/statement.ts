import type { ExitCodes } from './protocol.ts';
import type { ClientEnd } from './run-client.ts';
import type { Belief } from './situation.ts';
import { beliefs } from './situation.ts';

/** What a client says at its end. */
export interface Statement {
  belief: Belief;
  /** Ids of what it says it booked; empty where it names none. */
  ids: readonly string[];
}

/**
 * Reads a client's statement from its exit code, and the ids from the last line that it wrote, where that is a JSON
 * object: `{"outcome":"booked","reservationId":"…"}`. Null where the exit code says nothing.
 */
export function readStatement({ how, exitCode, stdout }: ClientEnd, codes: ExitCodes): Statement | null {
  const belief = how === 'exited' ? beliefs.find((candidate) => codes[candidate] === exitCode) : undefined;
  if (belief === undefined) return null;
  const said = lastObject(stdout);
  const ids = NAMES.map((name) => said[name]).filter((value): value is string => typeof value === 'string');
  return { belief, ids };
}

function lastObject(stdout: string): Record<string, unknown> {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) return {};
  try {
    return { ...(JSON.parse(line) as object) };
  } catch {
    return {};
  }
}

const NAMES = ['reservationId', 'confirmationNumber', 'orderId'];
