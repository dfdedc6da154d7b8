import { ExplainedError } from '../../../base/explained-error.ts';

/** A recording that cannot be judged; the message says why, and what to do. */
export class RecordingError extends ExplainedError {}
