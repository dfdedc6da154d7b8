import type { Exchange } from '../../exchange/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { RawHeaders } from '../proxy/headers.ts';
import type { Capture } from './capture.ts';

/** An exchange that has passed, as it was on the wire. */
export interface PassedExchange {
  /** Of `Stamps`. */
  began: number;
  ended: number;
  /** How many exchanges ended while it was on its way. */
  overlapped: number;
  method: string;
  operation: OperationId | null;
  /** The target at the upstream. */
  target: string;
  requestHeaders: RawHeaders;
  requestBody: Capture;
  /** What the client saw; null for nothing. */
  seen: PassedResponse | null;
  /** What the upstream sent, where that is something else than the client saw; null for nothing. */
  sent: PassedResponse | null;
  ending: Exchange['ending'];
  /** Why the client saw no whole response; empty where it did. */
  reason: string;
  /** The scenarios that acted, and where they were selected. */
  scenario: { name: string; from: string } | null;
}

export interface PassedResponse {
  status: number;
  statusText: string;
  headers: RawHeaders;
  readonly body: Capture;
  /** Whether the upstream made it. */
  isService: boolean;
}
