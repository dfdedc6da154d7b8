import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Flights } from '../flights/flights.ts';
import type { Ids } from '../ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { Tape } from '../memory/tape.ts';
import type { Registry } from '../scenarios/registry.ts';
import type { Store } from '../store/store.ts';
import type { Transfers } from '../transfers/transfers.ts';
import type { ControlInterface } from './control/load-control.ts';
import type { Spec } from '../openapi/load-spec.ts';
import type { RequestValidator } from './openapi/request-validator.ts';
import type { ResponseChecker } from './openapi/response-checker.ts';
import type { ProfileGate } from './profile-gate.ts';

/** Everything that the pipeline and the operations work with; one for each sandbox. */
export interface Service {
  config: Config;
  clock: Clock;
  ids: Ids;
  store: Store;
  gate: ProfileGate;
  journal: Journal;
  /** What answers are written on. */
  tape: Tape;
  flights: Flights;
  transfers: Transfers;
  scenarios: Registry;
  /** The interface as it is served, and the same with the scenario parameter laid over it. */
  spec: Spec;
  sandboxSpec: Spec;
  validateRequest: RequestValidator;
  checkResponse: ResponseChecker;
  control: ControlInterface;
  log: Logger;
  /** Connections of calls that a scenario never answers: nothing is to be waited for when the sandbox closes. */
  silenced: Set<Socket>;
  /** Every answer of this sandbox that broke the spec. Empty, unless the sandbox has a defect. */
  violations: string[];
}
