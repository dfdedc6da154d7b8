import { toIso } from '../../clock.ts';
import type { TimelineEvent } from '../../timeline/timeline-event.ts';
import type { ControlSchema } from '../control-api.ts';

/** The moments of one resource as it tells them: what has happened, and what will fall due. */
export function describeTimeline(
  moments: readonly TimelineEvent[],
  resourceId: string,
  now: number,
): ControlSchema['Moment'][] {
  return moments
    .filter((moment) => moment.resourceId === resourceId)
    .map(({ at, what, details }) => ({ at: toIso(at), what, ...details, ...(at > now && { ahead: true as const }) }));
}
