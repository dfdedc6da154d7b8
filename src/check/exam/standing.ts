/**
 * `flaky`: it failed once, and passed when it ran again, which is no pass. `did not come about`: the client never met
 * the event. `error`: the exam itself failed. `failed expectedly`: a known failure. `not counted`: it failed, and came
 * with a later version of the catalogue than the one that counts. `not applicable`: the client does not do this task.
 */
export type Standing =
  | 'passed'
  | 'failed'
  | 'flaky'
  | 'did not come about'
  | 'error'
  | 'failed expectedly'
  | 'not counted'
  | 'not applicable';
