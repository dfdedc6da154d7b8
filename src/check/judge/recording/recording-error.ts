/** A recording that cannot be judged; the message says why, and what to do. */
export class RecordingError extends Error {}
