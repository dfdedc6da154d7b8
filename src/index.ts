export { createSandbox } from './server/create-sandbox.ts';
export type { Sandbox, SandboxOptions } from './server/create-sandbox.ts';
export type { KeyPair } from './profiles/credentials.ts';
export { ConfigError } from './config/config-error.ts';
export type { Config } from './config/config.ts';
export { VirtualClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { StoreError } from './store/store-error.ts';
export { SpecError } from './openapi/load-spec.ts';
