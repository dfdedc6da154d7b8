import { ConfigError } from '../base/config-error.ts';
import { nearest } from '../base/nearest.ts';
import { defaults } from '../config/config.ts';
import type { SandboxOptions } from './sandbox.ts';

/** Throws ConfigError for an option that `createSandbox` does not have: JavaScript lets every one through. */
export function refuseUnknownOptions(options: SandboxOptions): void {
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, KNOWN);
  throw new ConfigError(
    `unknown option ${unknown}; ${near === null ? `the options are ${KNOWN.join(', ')}` : `did you mean ${near}?`}`,
  );
}

const KNOWN = [
  ...Object.keys(defaults),
  'clock' satisfies keyof SandboxOptions,
  'logTo' satisfies keyof SandboxOptions,
];
