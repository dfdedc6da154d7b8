import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Ids } from '../ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { ProfileLock } from '../profiles/profile-lock.ts';
import type { Store } from '../store/store.ts';

/** What the steps of a request work with that the service and the control API share. */
export interface HttpServices {
  config: Config;
  clock: Clock;
  ids: Ids;
  store: Store;
  profileLock: ProfileLock;
  journal: Journal;
  log: Logger;
  /** Every response of this sandbox that broke its interface. Empty, unless the sandbox has a defect. */
  violations: string[];
}
