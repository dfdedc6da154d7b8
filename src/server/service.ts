import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Flights } from '../flights/flights.ts';
import type { Ids } from '../ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { Registry } from '../scenarios/registry.ts';
import type { Store } from '../store/store.ts';
import type { Transfers } from '../transfers/transfers.ts';
import type { ServedInterface } from './openapi/served-interface.ts';
import type { ProfileLock } from './profile-lock.ts';

/** Everything that the pipeline and the operations work with; one for each sandbox. */
export interface Service extends ServedInterface {
  config: Config;
  clock: Clock;
  ids: Ids;
  store: Store;
  profileLock: ProfileLock;
  journal: Journal;
  flights: Flights;
  transfers: Transfers;
  scenarios: Registry;
  log: Logger;
  /** Whether it listens where other machines can reach it. */
  exposed: boolean;
  /** Log lines that were dropped since the start. */
  droppedLines(): number;
  /** Connections of calls that a scenario never answers: nothing is to be waited for when the sandbox closes. */
  silenced: Set<Socket>;
  /** Every answer of this sandbox that broke the spec. Empty, unless the sandbox has a defect. */
  violations: string[];
}
