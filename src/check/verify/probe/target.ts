/** Key pair and its profile. */
export interface KeyPair {
  publicKey: string;
  secretKey: string;
  profileCode: string;
}

/** Origin and destination, as IATA codes. */
export type Route = readonly [origin: string, destination: string];

/** The target, with all results of the probe. Plain data. */
export interface Target {
  /** Base URL of the flight paths of openapi.yaml. */
  flightsUrl: string;
  /** Base URL of the transfer paths, prefix included. */
  transfersUrl: string;
  serviceIdHeader: string;
  keys: KeyPair;
  /** A second profile, to prove that the first one's data is its own; null if there is none. */
  otherKeys: KeyPair | null;
  /** Address of a sandbox's control API; null for any other target. */
  sandboxUrl: string | null;
  /** True if the profile was made for this run, in a sandbox. The run can remove it at its end. */
  ownProfile: boolean;
  /** Names of the scenarios supported by the target. */
  scenarios: readonly string[];
  /** Value of `liveMode` in its responses. */
  liveMode: boolean;
  /** True if checks may order, book, change and cancel. */
  mayBook: boolean;
  /** Routes with offers, in the order of trial. */
  routes: readonly [Route, ...Route[]];
  /** First day of travel, YYYY-MM-DD. */
  departureDate: string;
  /** Both ends of a transfer with offers: an airport code or an address each. */
  pickup: string;
  dropoff: string;
  /** Lead of the target's clock over this machine's, in milliseconds. */
  clockSkewMs: number;
  /** Calls per second, and concurrent calls. */
  rate: number | null;
  concurrency: number;
  timeoutMs: number;
}
