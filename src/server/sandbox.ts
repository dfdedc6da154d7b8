import type { RequestListener } from 'node:http';
import type { Clock } from '../base/clock.ts';
import type { ProfileVerdicts } from '../check/judge/verdicts.ts';
import type { Config } from '../config/config.ts';
import type { StrayCall } from '../exchange/stray-calls.ts';
import type { KeyPair, ProfileOptions } from '../profiles/credentials.ts';

/**
 * Sandbox options: its settings, a clock and a log destination.
 *
 * @example
 * ```ts
 * import { createSandbox, VirtualClock } from 'taxiway';
 * import type { SandboxOptions } from 'taxiway';
 *
 * const options: SandboxOptions = { seed: 'x', clock: new VirtualClock('2027-01-10T12:00:00Z'), log: 'silent' };
 * const sandbox = await createSandbox(options);
 * ```
 */
export interface SandboxOptions extends Partial<Config> {
  /** The service's clock; takes precedence over `now`. */
  clock?: Clock;
  /** Log destination; standard output by default. */
  logTo?: LogDestination;
}

/** Receives the log, line by line; a pino destination is one too. */
export interface LogDestination {
  write(line: string): void;
}

/** `ended`: true if no calls follow, so that open occasions are decided. False by default. */
export interface VerdictOptions {
  ended?: boolean;
}

/**
 * A running sandbox. A process can have several.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { Sandbox } from 'taxiway';
 *
 * const sandbox: Sandbox = await createSandbox();
 * const keys = await sandbox.addProfile();
 * const response = await fetch(`${await sandbox.listen()}/search`, { headers: sandbox.headers(keys) });
 * await sandbox.close();
 * ```
 */
export interface Sandbox {
  /** The express app, for supertest or for mounting. */
  app: RequestListener;
  config: Config;
  clock: Clock;
  /** The seed in use: another sandbox with it gets the same ids. Secrets are derived from it only if it was set. */
  seed: string;
  /** The docs' key pair; not accepted while the setting `demoCredentials` is off. */
  demoKeys: KeyPair;
  /** Creates a profile with its key pair. `marginPercent` is added to the providers' net prices. */
  addProfile(options?: ProfileOptions): Promise<KeyPair>;
  /** A key pair's credential headers; without one, the demo profile's. */
  headers(keys?: KeyPair): Record<string, string>;
  /**
   * Returns the verdicts on a profile, by default the demo profile: its clients' conduct for each rule that binds them.
   * With `ended`, no further calls follow, and open occasions are decided. Rejects with ConfigError if the option
   * `judge` is false.
   */
  verdicts(profileCode?: string, options?: VerdictOptions): Promise<ProfileVerdicts>;
  /**
   * Returns the latest calls without an operation or valid credentials, those of a profile and of nobody, newest first.
   * The profile is the demo one by default.
   */
  strays(profileCode?: string): Promise<StrayCall[]>;
  /** Listens at the address in the options; without any port, on a free one. Returns the base URL. */
  listen(options?: { port?: number; host?: string }): Promise<string>;
  /** Responses that broke the spec. Empty, unless the sandbox has a defect. */
  violations: readonly string[];
  /**
   * Stops listening, serves the received requests, then closes the connections and the store, within `shutdownSeconds`.
   * A connection is closed once it has been quiet for `quietMs` (2 by default): a client that may still send requests
   * needs more time to notice that the server is closing.
   */
  close(options?: { quietMs?: number }): Promise<void>;
}
