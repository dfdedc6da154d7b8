import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { RealTime } from '../base/stopwatch.ts';
import type { SandboxJudge } from '../check/judge/live/sandbox-judge.ts';
import type { Config } from '../config/config.ts';
import type { Journal } from '../journal/journal.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PageKeys } from '../profiles/page-keys.ts';
import type { ProfileLock } from '../profiles/profile-lock.ts';
import type { Store } from '../store/store.ts';
import type { Endings } from './endings.ts';

/** Services for every exchange, from its beginning to its log line. A recorder has them too. */
export interface ExchangeServices {
  /** `liveMode` is null as long as it is unknown. */
  config: { readonly liveMode: boolean | null };
  clock: Clock;
  realTime: RealTime;
  ids: Ids;
  profileLock: ProfileLock;
  endings: Endings;
  /** Null if a setting leaves them off. */
  metrics: Metrics | null;
  log: Pick<Logger, 'debug' | 'info' | 'error'>;
  /** True while it continues to serve although it is about to end. */
  isEnding: boolean;
  /** Running requests, including those of disconnected clients: closing waits a little for them. */
  underway: Set<object>;
  /** Every response that broke its interface. Empty, unless the sandbox has a defect. */
  violations: string[];
}

/** Services shared by the service and the control API. */
export interface HttpServices extends ExchangeServices {
  config: Config;
  store: Store;
  journal: Journal;
  pageKeys: PageKeys;
  /** Null if a setting switches it off. */
  judge: SandboxJudge | null;
  log: Logger;
}
