/** A key pair and the profile that it belongs to. */
export interface KeyPair {
  publicKey: string;
  secretKey: string;
  profileCode: string;
}

/** Origin and destination, as IATA codes. */
export type Route = readonly [origin: string, destination: string];

/** What is verified, with everything that the probe found out about it. Plain data. */
export interface Target {
  /** Below this the flight paths of openapi.yaml are found. */
  flightsUrl: string;
  /** Below this the transfer paths are found, prefix included. */
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
  /** The value of `liveMode` in its responses. */
  liveMode: boolean;
  /** Whether checks may order, book, change and cancel. */
  mayBook: boolean;
  /** Routes that have offers, in the order in which they are tried. */
  routes: readonly [Route, ...Route[]];
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
