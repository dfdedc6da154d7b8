import { count } from '../../report/text.ts';

/** Reasons in a running sandbox's verdicts. */
export const FAILED = 'the judge failed on some calls, as the log says; judge the journal with `taxiway judge`';

/** Reasons for missing knowledge, by the event that began a state. */
export const UNKNOWN_BEFORE = {
  reset: 'the profile was reset, and its clients may use what they received before',
  import: 'an import brought what its clients may have learned elsewhere',
  process: 'a process of the sandbox ended, or is out of reach, and may not have written its latest calls',
} as const;

/** Returns a message that counts the exchanges missing from a journal. */
export function sayDropped(exchanges: number): string {
  return `the journal no longer has ${count(exchanges, 'older exchange')} of the profile`;
}
