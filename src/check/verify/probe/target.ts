import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';

/** Key pair and its profile. */
export interface KeyPair {
  publicKey: string;
  secretKey: string;
  profileCode: string;
}

/** Returns the key pair in a sandbox response with a new profile, or undefined if it is incomplete. */
export function credentialIn(body: unknown): KeyPair | undefined {
  const credential = propertyOf(body, 'credential');
  const publicKey = propertyOf(credential, 'publicKey');
  const secretKey = propertyOf(credential, 'secretKey');
  const profileCode = propertyOf(credential, 'profileCode');
  return isText(publicKey) && isText(secretKey) && isText(profileCode)
    ? { publicKey, secretKey, profileCode }
    : undefined;
}

/** Origin and destination, as IATA codes. */
export type Route = readonly [origin: string, destination: string];

/** The target, with all probe results. Plain data. */
export interface Target {
  /** Base URL for the flight paths in openapi.yaml. */
  flightsUrl: string;
  /** Base URL for the transfer paths, prefix included. */
  transfersUrl: string;
  serviceIdHeader: string;
  keys: KeyPair;
  /** A second profile, to prove that profiles are isolated; null if there is none. */
  otherKeys: KeyPair | null;
  /** Address at which a sandbox has its control API; null for any other target. */
  sandboxUrl: string | null;
  /** True if the profile was made for this run, in a sandbox. The run removes it at its end. */
  ownProfile: boolean;
  /** Scenarios that the target supports, by name. */
  scenarios: readonly string[];
  /** The value of `liveMode` in its responses. */
  liveMode: boolean;
  /** True if checks may order, book, change and cancel. */
  mayBook: boolean;
  /** Routes with offers, in the order in which they are tried. */
  routes: readonly [Route, ...Route[]];
  /** First travel day, YYYY-MM-DD. */
  departureDate: string;
  /** The two ends of a transfer with offers, each an airport code or an address. */
  pickup: string;
  dropoff: string;
  /** Lead of the target's clock over this machine's, in milliseconds. */
  clockSkewMs: number;
  /** Calls per second, and concurrent calls. */
  rate: number | null;
  concurrency: number;
  timeoutMs: number;
}
