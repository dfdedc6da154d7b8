import type { Socket } from 'node:net';
import type { Exams } from './check/exam/interactive/exams.ts';
import type { Flights } from './flights/flights.ts';
import type { HttpServices } from './http/http-services.ts';
import type { ServedInterface } from './http/openapi/request-validator.ts';
import type { OperationId } from './interface/api.ts';
import type { ControlOperationId } from './interface/control-api.ts';
import type { Spec } from './interface/openapi/load-spec.ts';
import type { Registry } from './scenarios/registry.ts';
import type { Transfers } from './transfers/transfers.ts';

/** Everything for the pipeline and the operations of both interfaces; one for each sandbox. */
export interface Service extends HttpServices, ServedInterfaces {
  flights: Flights;
  transfers: Transfers;
  scenarios: Registry;
  /** Exams in progress at the console. */
  exams: Exams;
  /** True if it listens at an address that other machines can reach. */
  exposed: boolean;
  /** Log lines dropped since the start. */
  droppedLines(): number;
  /** Connections with a request that a scenario leaves without a response: closing does not wait for them. */
  silenced: Set<Socket>;
}

/** The service's interface under some settings, and the control API. */
export interface ServedInterfaces extends ServedInterface<OperationId> {
  /** The service's interface, extended by the scenario parameter. */
  sandboxSpec(this: void): Spec;
  control: ServedControl;
}

/** The served control API. */
export interface ServedControl extends ServedInterface<ControlOperationId> {
  /** Loads the response checks compiled by the build. Checks made before that compile their schemas themselves. */
  loadChecks(this: void): Promise<void>;
}
