/** Thrown where a fault after commit was selected on a system that says it is live. */
export class LiveSystem extends Error {
  readonly status = 409;
  readonly code = 'recorder_live_system';

  constructor() {
    super(
      'The upstream says liveMode true: what is booked there is real, and a client that loses the response may book ' +
        'a second time. Faults after commit act on it only when the recorder is started with --allow-live',
    );
  }
}
