import { toIso } from '../../base/clock.ts';
import type { TimelineEvent } from '../../timeline/timeline-event.ts';
import type { ControlSchema } from '../control-api.ts';

/** The timeline of one resource: what has happened, and what will fall due. */
export function describeTimeline(
  events: readonly TimelineEvent[],
  resourceId: string,
  now: number,
): ControlSchema['Moment'][] {
  return events
    .filter((event) => event.resourceId === resourceId)
    .map(({ at, what, details }) => ({ at: toIso(at), what, ...details, ...(at > now && { ahead: true as const }) }));
}
