import type { Ending } from '../store/journal.ts';

/** What was sent of a response. */
export interface Sent {
  status: number;
  headers: Record<string, string | number>;
  body: string | Buffer | null;
  /** Whether the body is the one that was to be sent. */
  isWhole: boolean;
  ending: Ending;
}
