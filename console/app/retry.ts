import type { ControlError } from '../api/client.ts';

/** True if the same call may succeed later: the sandbox sent no response, or reported an internal failure. */
export function isPassing({ status, code }: ControlError): boolean {
  return status >= 500 || (status === 0 && code !== 'not_sent');
}

/** Returns the milliseconds until the next call, which double with each failure in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}

const FIRST_MS = 500;
const LONGEST_MS = 8000;
