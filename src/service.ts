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

/** Everything that the pipeline and the operations of both interfaces work with; one for each sandbox. */
export interface Service extends HttpServices, ServedInterfaces {
  flights: Flights;
  transfers: Transfers;
  scenarios: Registry;
  /** The exams that people lead at the console. */
  exams: Exams;
  /** Whether it listens where other machines can reach it. */
  exposed: boolean;
  /** Log lines that were dropped since the start. */
  droppedLines(): number;
  /** Connections on which a scenario leaves a request without a response: closing does not wait for them. */
  silenced: Set<Socket>;
}

/** The interface of the service as some settings have it, and the control API. */
export interface ServedInterfaces extends ServedInterface<OperationId> {
  /** The interface of the service with the scenario parameter laid over it. */
  sandboxSpec(this: void): Spec;
  control: ServedControl;
}

/** The control API as it is served. */
export interface ServedControl extends ServedInterface<ControlOperationId> {
  /** Loads the checks of responses that the build compiled: a check before that compiles its schema itself. */
  loadChecks(this: void): Promise<void>;
}
