import { NOBODY } from '../../src/exchange/exchange.ts';
import type { Found } from './found.ts';
import { SOURCES } from './sources.ts';

/** Results from one place, by the place's title. */
export interface FoundGroup {
  title: string;
  found: Found[];
}

/**
 * Searches everywhere concurrently. Whenever a place has responded, calls `show` with the results so far and with the
 * number of outstanding places. A place that refuses this user finds nothing. Returns a function to stop the search.
 */
export function findEverywhere(
  text: string,
  profileCode: string | null,
  show: (groups: FoundGroup[], open: number) => void,
): () => void {
  const sources = SOURCES.filter(
    ({ ofProfile, ofNobody }) => !ofProfile || (profileCode === NOBODY ? ofNobody : profileCode !== null),
  );
  const groups = sources.map(({ title }): FoundGroup => ({ title, found: [] }));
  let open = sources.length;
  let isWanted = true;
  const take = (place: number, found: Found[]): void => {
    open -= 1;
    const group = groups[place];
    if (!isWanted || !group) return;
    group.found = found;
    show(
      groups.filter((each) => each.found.length > 0),
      open,
    );
  };
  for (const [place, { find }] of sources.entries())
    void find(text, profileCode ?? '').then(
      (found) => take(place, found),
      () => take(place, []),
    );
  return () => void (isWanted = false);
}
