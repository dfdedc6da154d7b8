import { toIso } from '../../base/clock.ts';
import type { TimelineEvent } from '../../timeline/timeline-event.ts';
import type { ControlSchema } from '../control-api.ts';

/** An event that the clock causes, as the control API describes it. */
export function describeDue({ at, what, kind, resourceId, details }: TimelineEvent): ControlSchema['DueMoment'] {
  return { at: toIso(at), what, kind, resourceId, ...details };
}
