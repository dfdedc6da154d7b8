import type { KeyPair } from './target.ts';

/** Harness options. All but the base URL have a default, or the probe finds their value. */
export interface VerifyOptions {
  /** The service's address: `http://127.0.0.1:4010`. */
  baseUrl: string;
  /** Base URLs for the flight and the transfer paths, if they differ from the base URL. */
  flightsUrl?: string;
  transfersUrl?: string;
  /** Header with public key and profile code; default: X-Service-Id. */
  serviceIdHeader?: string;
  /** Key pair. Without one, the probe creates a profile. Only a sandbox allows this. */
  credential?: KeyPair;
  /** A second profile, to prove that profiles are isolated. */
  otherCredential?: KeyPair;
  /** Routes with offers, `MAD-LHR`, the best one first. */
  routes?: readonly string[];
  /** First travel day, YYYY-MM-DD; default: sixty days from now. */
  departureDate?: string;
  /** The two ends of a transfer, each an airport code or an address. */
  pickup?: string;
  dropoff?: string;
  /** Continues although the target returns liveMode true, with read-only checks; with `book`, with all. */
  allowLive?: boolean;
  book?: boolean;
  /** Calls per second; unlimited by default. */
  rate?: number;
  /** Concurrent calls; default: 8. */
  concurrency?: number;
  /** Response timeout in milliseconds; default: 30,000. */
  timeoutMs?: number;
}

export const DEFAULT_ROUTES: readonly string[] = [
  'MAD-LHR',
  'MAD-BCN',
  'MAD-JFK',
  'CDG-FCO',
  'AGP-FRA',
  'LHR-SIN',
  'FRA-FCO',
  'JFK-LAX',
];
