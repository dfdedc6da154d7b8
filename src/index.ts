// Imported first, because an older Node lacks features used by later imports.
import './require-node.cjs';
import type { Sandbox, SandboxOptions } from './server/sandbox.ts';

/**
 * Makes a sandbox. Rejects with ConfigError, SpecError or StoreError, each with the next step.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 *
 * const sandbox = await createSandbox({ seed: 'x', now: '2027-01-10T12:00:00Z' });
 * const baseUrl = await sandbox.listen();
 * await fetch(`${baseUrl}/search`, { headers: sandbox.headers() });
 * await sandbox.close();
 * ```
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const server = await import('./server/create-sandbox.ts');
  return server.createSandbox(options);
}

export type { Sandbox, SandboxOptions } from './server/sandbox.ts';
export type { ProfileVerdicts, RuleVerdict, RuleVerdictName, Verdicts } from './check/judge/verdicts.ts';
export type { StrayCall } from './exchange/stray-calls.ts';
export type { Finding } from './check/judge/finding.ts';
export type { KeyPair } from './profiles/credentials.ts';
export { ConfigError } from './base/config-error.ts';
export type { Config } from './config/config.ts';
export { VirtualClock } from './base/clock.ts';
export type { Clock } from './base/clock.ts';
export { StoreError } from './store/errors.ts';
export { SpecError } from './interface/openapi/spec-error.ts';
