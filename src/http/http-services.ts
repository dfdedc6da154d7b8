import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { RealTime } from '../base/stopwatch.ts';
import type { LiveJudge } from '../check/judge/live/live-judge.ts';
import type { Config } from '../config/config.ts';
import type { Journal } from '../journal/journal.ts';
import type { Strays } from '../journal/strays.ts';
import type { ProfileLock } from '../profiles/profile-lock.ts';
import type { Store } from '../store/store.ts';
import type { Endings } from './endings.ts';

/** What the steps of a request work with that the service and the control API share. */
export interface HttpServices {
  config: Config;
  clock: Clock;
  realTime: RealTime;
  ids: Ids;
  store: Store;
  profileLock: ProfileLock;
  journal: Journal;
  strays: Strays;
  endings: Endings;
  /** Null where a setting switches it off. */
  judge: LiveJudge | null;
  log: Logger;
  /** Requests that are worked on, also for clients that have left: closing waits a little for them. */
  underway: Set<object>;
  /** Every response of this sandbox that broke its interface. Empty, unless the sandbox has a defect. */
  violations: string[];
}
