/** Reasons in the verdicts of a running sandbox. */
export const FAILED = 'the judge failed on some calls, as the log says; judge the journal with `taxiway judge`';
export const NOT_AUTHENTICATED = 'the calls were not authenticated, and anybody can have made them';
export const UNCONFIRMED = 'another process did not confirm that its calls are in the journal; read the verdicts again';
