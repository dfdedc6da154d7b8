import type { ControlOperationId } from '../../interface/control-api.ts';
import type { ControlServices } from '../control-services.ts';

/**
 * Reports to the streams of a profile which operation has changed it; to the streams of all profiles where there is
 * none, or the list of profiles is another one now.
 */
export function reportChange(
  { journal: { watchers } }: Pick<ControlServices, 'journal'>,
  operationId: ControlOperationId,
  profileCode: string | null,
): void {
  const concerned = profileCode === null || LISTED.has(operationId) ? watchers.all() : watchers.of(profileCode);
  for (const watcher of concerned) watcher.changed(operationId);
}

const LISTED: ReadonlySet<ControlOperationId> = new Set(['createProfile', 'changeProfile', 'removeProfile']);
