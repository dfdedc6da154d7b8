import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Watchers } from '../../base/watchers.ts';
import type { ControlOperationId } from '../../interface/control-api.ts';
import type { Watcher } from '../../journal/journal.ts';
import type { ControlServices } from '../control-services.ts';

/**
 * Reports an operation that changed a profile to that profile's streams, or to all streams if the operation names no
 * profile; those in other processes included. A change to the profile list reaches the other streams a moment later:
 * several changes become one event.
 */
export function reportChange(
  services: Reporting & Pick<ControlServices, 'log'>,
  operationId: ControlOperationId,
  profileCode: string | null,
): void {
  reportHere(services, operationId, profileCode);
  services.store.tell({ event: 'changed', operationId, profileCode }).catch((error: unknown) => {
    services.log.error({ err: error }, 'a change was not reported to the other processes');
  });
}

interface Reporting extends Pick<ControlServices, 'journal'> {
  store: Pick<ControlServices['store'], 'tell'>;
}

/** Reports it to the streams of this process only. */
export function reportHere(
  { journal: { watchers } }: Pick<ControlServices, 'journal'>,
  operationId: ControlOperationId,
  profileCode: string | null,
): void {
  const isOfList = LISTED.has(operationId);
  if (isOfList) changesOf(watchers).note(operationId);
  if (profileCode !== null) for (const watcher of watchers.of(profileCode)) watcher.changed(operationId);
  else if (!isOfList) for (const watcher of watchers.all()) watcher.changed(operationId);
}

/** Changes to the profile list not yet sent to the streams. */
class ListChanges {
  readonly #watchers: Watchers<Watcher>;
  /** The watchers when the changes came: later ones begin with the list as it is then. */
  readonly #due = new Set<Watcher>();
  #latest: ControlOperationId | undefined;

  constructor(watchers: Watchers<Watcher>) {
    this.#watchers = watchers;
  }

  note(operationId: ControlOperationId): void {
    for (const watcher of this.#watchers.all()) this.#due.add(watcher);
    if (this.#latest === undefined) setTimeout(() => this.#report(), WAIT_MS).unref();
    this.#latest = operationId;
  }

  #report(): void {
    const operationId = this.#latest;
    this.#latest = undefined;
    const due = [...this.#due];
    this.#due.clear();
    if (operationId !== undefined) for (const watcher of due) watcher.changed(operationId);
  }
}

const changesOf = memoizeByObject((watchers: Watchers<Watcher>) => new ListChanges(watchers));
const WAIT_MS = 250;

const LISTED: ReadonlySet<ControlOperationId> = new Set(['createProfile', 'changeProfile', 'removeProfile']);
