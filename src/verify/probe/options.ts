import type { KeyPair } from './target.ts';

/** What the harness is told; everything but the base URL has a default, or is found out. */
export interface VerifyOptions {
  /** Where the service is: `http://127.0.0.1:4010`. */
  baseUrl: string;
  /** Where the flight and the transfer paths are, when that is not the base URL. */
  flightsUrl?: string;
  transfersUrl?: string;
  /** The header with public key and profile code; X-Service-Id when not given. */
  serviceIdHeader?: string;
  /** Without one, a sandbox is asked for a profile. */
  credential?: KeyPair;
  /** A second profile, to prove that the first one's data is its own. */
  otherCredential?: KeyPair;
  /** Routes with offers, `MAD-LHR`, the best one first. */
  routes?: readonly string[];
  /** First day of travel, YYYY-MM-DD; sixty days from now when not given. */
  departureDate?: string;
  /** Both ends of a transfer: an airport code or an address each. */
  pickup?: string;
  dropoff?: string;
  /** Go on although the target says liveMode true, with checks that change nothing; with `book`, with all. */
  allowLive?: boolean;
  book?: boolean;
  /** Calls a second; as many as it takes when not given. */
  rate?: number;
  /** Calls at the same time; 8 when not given. */
  concurrency?: number;
  /** Patience with one call in milliseconds; 30,000 when not given. */
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
