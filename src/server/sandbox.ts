import type { RequestListener } from 'node:http';
import type { Clock } from '../base/clock.ts';
import type { ProfileVerdicts } from '../check/judge/verdicts.ts';
import type { Config } from '../config/config.ts';
import type { StrayCall } from '../journal/strays.ts';
import type { KeyPair, ProfileOptions } from '../profiles/credentials.ts';

export interface SandboxOptions extends Partial<Config> {
  /** The clock of the service; wins over `now`. */
  clock?: Clock;
  /** Where the log goes; standard output when not given. */
  logTo?: LogDestination;
}

/** Gets the log, line by line; a destination of pino is one too. */
export interface LogDestination {
  write(line: string): void;
}

/** Whether nothing follows any more: what is still open is decided then. False by default. */
export interface VerdictOptions {
  ended?: boolean;
}

/** A running sandbox. A process can have several. */
export interface Sandbox {
  /** The express app, for supertest or for mounting. */
  app: RequestListener;
  config: Config;
  clock: Clock;
  /**
   * The seed in use: give it to another sandbox to get the same ids again. Secrets follow from it only where it was
   * set.
   */
  seed: string;
  /** The key pair that the docs use; not accepted while the setting `demoCredentials` is off. */
  demoKeys: KeyPair;
  /** Makes a new profile with its key pair. `marginPercent` goes on the providers' net prices. */
  addProfile(options?: ProfileOptions): Promise<KeyPair>;
  /** The credential headers of a key pair; without one, of the demo profile. */
  headers(keys?: KeyPair): Record<string, string>;
  /**
   * What the clients of a profile, by default the demo profile, did with each rule that binds them. With `ended`,
   * nothing follows any more, and what is still open is decided. Rejects with ConfigError where the option `judge` is
   * false.
   */
  verdicts(profileCode?: string, options?: VerdictOptions): Promise<ProfileVerdicts>;
  /**
   * The latest calls that belong to no profile, newest first: without valid credentials, to an unknown address, with a
   * wrong method.
   */
  strays(): Promise<StrayCall[]>;
  /** Listens where the options say; without any port, on a free one. Returns the base URL. */
  listen(options?: { port?: number; host?: string }): Promise<string>;
  /** Responses that broke the spec. Empty, unless the sandbox has a defect. */
  violations: readonly string[];
  /**
   * Stops listening, serves the requests that have arrived, then closes the connections and the store, within
   * `shutdownSeconds`. A connection is closed once it has been quiet for `quietMs` (2 by default): a client that may
   * still send requests needs more to learn in time that the server is closing.
   */
  close(options?: { quietMs?: number }): Promise<void>;
}
