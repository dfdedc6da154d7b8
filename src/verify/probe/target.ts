/** A key pair and the profile that it belongs to. */
export interface KeyPair {
  publicKey: string;
  secretKey: string;
  profileCode: string;
}

/** What is verified, with everything that was found out about it before the first check. Plain data. */
export interface Target {
  /** Below this the flight paths of openapi.yaml are found. */
  flightsUrl: string;
  /** The same for the transfer paths, prefix included. */
  transfersUrl: string;
  serviceIdHeader: string;
  keys: KeyPair;
  /** A second profile, to prove that the first one's data is its own; null where there is none. */
  otherKeys: KeyPair | null;
  /** Where the control API of a sandbox is; null for any other target. */
  sandboxUrl: string | null;
  /** The profile was made for this run, in a sandbox, and can be removed after it. */
  ownProfile: boolean;
  /** Names of the scenarios that the target takes. */
  scenarios: readonly string[];
  /** What its answers say of themselves. */
  liveMode: boolean;
  /** Whether checks may order, book, change and cancel. */
  mayBook: boolean;
  /** Origins and destinations that have offers, in the order in which they are tried. */
  routes: readonly (readonly [origin: string, destination: string])[];
  /** First day of travel, YYYY-MM-DD. */
  departureDate: string;
  /** Both ends of a transfer that has offers: an airport code or an address each. */
  pickup: string;
  dropoff: string;
  /** How far the target's clock is ahead of this machine's, in milliseconds. */
  clockSkewMs: number;
  /** Calls a second, and at the same time. */
  rate: number | null;
  concurrency: number;
  timeoutMs: number;
}
