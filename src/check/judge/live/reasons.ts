import { count } from '../../report/text.ts';

/** Reasons in the verdicts of a running sandbox. */
export const FAILED = 'the judge failed on some calls, as the log says; judge the journal with `taxiway judge`';
export const NOT_AUTHENTICATED = 'the calls were not authenticated, and anybody can have made them';
export const UNCONFIRMED = 'another process did not confirm that its calls are in the journal; read the verdicts again';
export const STRAYS_DROPPED =
  'the sandbox no longer has some stray calls of the profile: to unknown addresses, or without valid credentials; ' +
  'clear the verdicts to begin again';

/** Reason in the verdicts on calls of no profile. */
export function sayStraysDropped(dropped: number): string {
  return `the sandbox no longer has ${count(dropped, 'older stray call')}; an empty store begins again`;
}
