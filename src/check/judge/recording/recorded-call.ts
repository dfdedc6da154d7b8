import type { ObservedBody } from '../judged-exchange.ts';

/** One call as a recording has it, before it is known whether it went to the service. */
export interface RecordedCall {
  /** Names it within the recording: `entry 12`. */
  id: string;
  /** See `Exchange`. */
  began: number;
  ended: number;
  /** Whether the times are those of a tool that watches from outside; absent where they are exact. */
  isRough?: boolean;
  at: number;
  method: string;
  /** Scheme, host and port; empty where the recording has one service only. */
  origin: string;
  /** The whole path with the query, as it was sent. */
  target: string;
  /** Names and values alternate. */
  headers: readonly string[];
  requestBody: ObservedBody;
  response: { status: number; body: ObservedBody } | null;
  /** The profile, where the recording names it; otherwise a header does. */
  profile?: string;
  /** The base URL of the service, where the recording knows it; otherwise paths and headers show it. */
  base?: string;
  /** See `Exchange`. */
  bytes?: number;
}

/** The value of a header by its name in lower case; undefined where there is none. */
export function headerOf(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) if (headers[i]?.toLowerCase() === name) return headers[i + 1];
  return undefined;
}
