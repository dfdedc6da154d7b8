import type { KeyPair } from './target.ts';

/** The options of the harness; all but the base URL have a default, or are found out by the probe. */
export interface VerifyOptions {
  /** Where the service is: `http://127.0.0.1:4010`. */
  baseUrl: string;
  /** Where the flight and the transfer paths are, when that is not the base URL. */
  flightsUrl?: string;
  transfersUrl?: string;
  /** The header with public key and profile code; default: X-Service-Id. */
  serviceIdHeader?: string;
  /** Without one, the probe makes a profile, which only a sandbox allows. */
  credential?: KeyPair;
  /** A second profile, to prove that the first one's data is its own. */
  otherCredential?: KeyPair;
  /** Routes with offers, `MAD-LHR`, the best one first. */
  routes?: readonly string[];
  /** First day of travel, YYYY-MM-DD; default: sixty days from now. */
  departureDate?: string;
  /** Both ends of a transfer: an airport code or an address each. */
  pickup?: string;
  dropoff?: string;
  /** Continue although the target returns liveMode true, with checks that change nothing; with `book`, with all. */
  allowLive?: boolean;
  book?: boolean;
  /** Calls per second; unlimited by default. */
  rate?: number;
  /** Concurrent calls; default: 8. */
  concurrency?: number;
  /** How long to wait for one response, in milliseconds; default: 30,000. */
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
