import { parseDuration } from '../../src/base/clock.ts';
import type { Schema } from '../api/client.ts';

let seen: number | undefined;

/**
 * Whether a clock stands still: it is frozen, or that of the sandbox stands (`--now`), which shows the same then each
 * time that it is looked at.
 */
export function standsStill({ aheadOfService = 'PT0S', mode, now }: Schema['Clock']): boolean {
  if (mode === 'frozen') return true;
  const ahead = parseDuration(aheadOfService.replace('-', '')) ?? 0;
  const ofSandbox = Date.parse(now) - (aheadOfService.startsWith('-') ? -ahead : ahead);
  const before = seen;
  seen = ofSandbox;
  return ofSandbox === before;
}
